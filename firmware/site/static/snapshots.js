// The memory of Python when it had imported the games at an earlier visit: a later visit begins with it.

import { SNAPSHOT } from "../py/files.js";
import { opened, settled } from "./pages.js";

const STORE = "snapshots";
const NAME = `speeltafel python ${new URL("..", import.meta.url).pathname}`;

/**
 * The snapshot of this version of the site; null where there is none.
 *
 * @returns {Promise<{ bytes: Uint8Array, size: number } | null>} `size` is that of the memory in bytes
 */
export async function readSnapshot() {
  try {
    const database = await opened(NAME, STORE);
    return await settled(database.transaction(STORE).objectStore(STORE).get(SNAPSHOT)) ?? null;
  } catch {
    return null; // this browser keeps nothing: each visit imports the games
  }
}

/**
 * Keep a snapshot in the place of any other; null keeps none.
 *
 * @param {{ bytes: Uint8Array, size: number } | null} snapshot
 */
export async function keepSnapshot(snapshot) {
  const database = await opened(NAME, STORE);
  const store = database.transaction(STORE, "readwrite").objectStore(STORE);
  store.clear();
  if (snapshot) store.put(snapshot, SNAPSHOT);
}
