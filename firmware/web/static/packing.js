// Puts a whole game into the address of a page, and takes it out again.
//
// What stands behind the # is never sent to a server: "1" for this way of packing, then the record,
// compressed with a checksum (zlib), in base64 as addresses may have it.

const WAY = "1";
const LONGEST = 32 * 1024; // bytes of a record, as the server takes them

/** An address that holds no game, or not the whole of one. */
export class DamagedError extends Error {}

/**
 * What stands behind the # of a replay's address for a record.
 *
 * @param {string} record
 */
export async function packed(record) {
  const bytes = await through(new TextEncoder().encode(record), new CompressionStream("deflate"), Infinity);
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return WAY + letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The record in what stands behind the #. Throws a DamagedError where it is damaged.
 *
 * @param {string} text
 */
export async function unpacked(text) {
  if (!text.startsWith(WAY)) throw new DamagedError("this address holds no game");
  try {
    const letters = atob(text.slice(WAY.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const record = await through(bytes, new DecompressionStream("deflate"), LONGEST);
    return new TextDecoder("utf-8", { fatal: true }).decode(record);
  } catch (error) {
    throw new DamagedError("this address does not hold the whole game", { cause: error });
  }
}

/**
 * What comes out of a stream. Throws an Error where it cannot be read, or is more than `most` bytes.
 *
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 * @param {number} most
 */
async function through(bytes, stream, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
