// The parts that only a page with a board has: one module, so that all are fetched at once.

export { Actions } from "./actions.js";
export { Drops } from "./drops.js";
export { Hint } from "./hint.js";
export { rejoice } from "./joy.js";
export { Log } from "./log.js";
export { People, sitByLink } from "./people.js";
export { Phrases } from "./phrases.js";
export { Tray } from "./tray.js";
