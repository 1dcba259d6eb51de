// The store of the games in this browser: the pages of a file that Python writes, kept by IndexedDB.

const PAGE = 4096; // bytes, as SQLite writes them

/** A file whose bytes are stored, all new writes in a transaction. */
export class Pages {
  #opened;
  /** @type {any} */
  #node;
  #dirty = new Set();

  /** @param {string} name of the database; "" where nothing may be kept */
  constructor(name) {
    this.#opened = name ? opened(name, "pages") : Promise.reject(new Error("http"));
    this.#opened.catch(() => {}); // callers of `read` and `keep` get the error
  }

  /**
   * The stored bytes, in order.
   *
   * @returns {Promise<Uint8Array>}
   */
  async read() {
    const store = (await this.#opened).transaction("pages").objectStore("pages");
    /** @type {Uint8Array[]} */
    const pages = await settled(store.getAll());
    const whole = new Uint8Array(pages.reduce((sum, { length }) => sum + length, 0));
    pages.reduce((at, page) => {
      whole.set(page, at);
      return at + page.length;
    }, 0);
    return whole;
  }

  /**
   * Note, from now on, the pages of a file that are written.
   *
   * @param {any} node of Emscripten's file system
   */
  watch(node) {
    const { write } = node.stream_ops;
    this.#node = node;
    node.stream_ops = { ...node.stream_ops, write: (/** @type {any[]} */ ...given) => {
      const [, , , length, position] = given;
      for (let page = Math.floor(position / PAGE); page * PAGE < position + length; page += 1) this.#dirty.add(page);
      return write(...given);
    } };
  }

  /** The file as it is now. @returns {Uint8Array} */
  get whole() {
    return this.#node.contents.slice(0, this.#node.usedBytes);
  }

  /** Store the pages written since the last time. Throws an Error where the browser does not. */
  async keep() {
    if (!this.#dirty.size) return;
    const begun = performance.now();
    const pages = [...this.#dirty];
    this.#dirty.clear();
    try {
      const database = await this.#opened;
      const { contents, usedBytes } = this.#node;
      const change = database.transaction("pages", "readwrite", { durability: "strict" });
      for (const page of pages) {
        change.objectStore("pages").put(contents.slice(page * PAGE, Math.min((page + 1) * PAGE, usedBytes)), page);
      }
      change.commit(); // else it waits until each page has been answered for
      await completed(change);
      performance.measure("kept", { start: begun });
    } catch (error) {
      pages.forEach((page) => this.#dirty.add(page));
      throw error;
    }
  }
}

/**
 * A database with one store of objects.
 *
 * @param {string} name
 * @param {string} store
 * @returns {Promise<IDBDatabase>}
 */
export function opened(name, store) {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(store);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** @param {IDBTransaction} change */
export function completed(change) {
  return new Promise((resolve, reject) => {
    change.oncomplete = resolve;
    change.onabort = () => reject(change.error);
  });
}

/** @param {IDBRequest} request */
export function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
