// The snapshot for later visits: the memory of Python when it had imported the games, and its files
// unpacked. All are blobs, which a browser reads many times as fast as it clones arrays.

import { SNAPSHOT } from "../py/files.js";
import { completed, opened, settled } from "./pages.js";

const STORE = "snapshots";
const NAME = `speeltafel python ${new URL("..", import.meta.url).pathname}`;

/**
 * The memory of Python, without the zeros at its end; with these it has `size` bytes. `files` by name.
 *
 * @typedef {{ memory: Blob, size: number, files: Record<string, Blob> }} Snapshot
 */

/**
 * The snapshot of this version of the site; null where there is none.
 *
 * @returns {Promise<Snapshot | null>}
 */
export async function readSnapshot() {
  try {
    const database = await opened(NAME, STORE);
    return await settled(database.transaction(STORE).objectStore(STORE).get(SNAPSHOT)) ?? null;
  } catch {
    return null; // this browser stores nothing: each visit imports the games
  }
}

/**
 * Store a snapshot in place of any other, whole or not at all; null stores none. A snapshot that a crash
 * loses is made again, so that no move has to wait for its 50 MB on the disk.
 *
 * @param {Snapshot | null} snapshot
 */
export async function keepSnapshot(snapshot) {
  const database = await opened(NAME, STORE);
  const change = database.transaction(STORE, "readwrite", { durability: "relaxed" });
  change.objectStore(STORE).clear();
  if (snapshot) change.objectStore(STORE).put(snapshot, SNAPSHOT);
  await completed(change);
}
