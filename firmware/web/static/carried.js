// A score sheet that is pasted or dropped on one page, to be read on another.

const KEY = "speeltafel.sheet";
const MOST = 2_000_000; // bytes; the page that reads it says what is too long

/**
 * Keep a sheet that is pasted or dropped, for the page that is opened next; return whether it is one. Where the
 * browser keeps nothing, that page asks for it again.
 *
 * @param {DataTransfer | null} data
 */
export async function carry(data) {
  const text = data?.getData("text/plain") ?? "";
  const sheet = data?.files[0] ?? new Blob([text]);
  if (!sheet.size) return false;
  const bytes = new Uint8Array(await sheet.slice(0, MOST).arrayBuffer());
  try {
    sessionStorage.setItem(KEY, Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  } catch {
    // it is pasted there
  }
  return true;
}

/** The sheet that another page has kept, once. */
export function carried() {
  try {
    const bytes = sessionStorage.getItem(KEY);
    if (bytes === null) return undefined;
    sessionStorage.removeItem(KEY);
    return new Blob([Uint8Array.from(bytes, (character) => character.charCodeAt(0))]);
  } catch {
    return undefined; // a browser may forbid it
  }
}
