// Takes the link of a seat from a photograph of its QR code, which the table reads: firmware/web/scanning.py.

import { ask, RefusedError } from "./connection.js";
import { byId } from "./dom.js";
import { say } from "./words.js";

const LONGEST = 1600; // pixels of the longer side that the table looks at

/** Take the link from the photograph that was chosen in the dialog of a new game. */
export async function scan() {
  const input = byId("new-photograph", HTMLInputElement);
  const [photograph] = input.files ?? [];
  input.value = ""; // the same one can be chosen again
  if (!photograph) return;
  byId("new-said").textContent = "";
  try {
    byId("new-link", HTMLInputElement).value = await codeIn(photograph);
    byId("new-sit").focus();
  } catch (error) {
    byId("new-said").textContent = error instanceof RefusedError ? error.message : say("new.photograph.none");
  }
}

/**
 * What the QR code in a photograph says.
 *
 * @param {Blob} photograph
 * @returns {Promise<string>}
 * @throws {RefusedError} where there is none
 */
async function codeIn(photograph) {
  const picture = await createImageBitmap(photograph);
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const width = Math.ceil(picture.width * scale);
  const height = Math.ceil(picture.height * scale);
  const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  if (!context) throw new Error("no canvas");
  context.fillStyle = "white"; // behind what can be seen through
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at++) {
    grey[at] = 0.3 * data[4 * at] + 0.59 * data[4 * at + 1] + 0.11 * data[4 * at + 2];
  }
  const { text } = await ask(`/api/code?width=${width}`, { bytes: grey });
  return text;
}
