// Shows what a game that is over came to: who won and why, how it went, and what can be done now.

import { Chart, seriesOf } from "./chart.js";
import { urlOf } from "./host.js";
import { lineOf } from "./line.js";
import { reasonOf, resultOf } from "./parts.js";
import { html, useEffect, useRef, useState } from "./preact.js";
import { Sharing, replayOf } from "./sharing.js";
import { say } from "./words.js";

/** @import { Game, Head, Line } from "./state.js" */

const AGAIN = 5000; // milliseconds until the line is asked for again where it did not come

/**
 * @param {{
 *   game: Game, prompt: string, again: false | ((names: string[]) => unknown), charts: boolean, recordOf: () => Promise<string>
 * }} props again: begins the game once more with the people of these names, as the record has them, where this page may; charts:
 *   whether it shows how the game went; recordOf: gives its record
 */
export function End({ game, prompt, again, charts, recordOf }) {
  const [shown, show] = useState(/** @type {{ line: Line, head: Head, address: string } | null} */ (null));
  const [tried, retry] = useState(0);
  const tools = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    let timer = 0;
    const look = async () => {
      const line = await lineOf({ record: await recordOf(), head: true });
      const address = urlOf(await replayOf(line.record, "&analyse"));
      if (line.head) show({ line, head: line.head, address });
    };
    look().catch(() => { timer = setTimeout(() => retry(tried + 1), AGAIN); }); // the network is away
    return () => clearTimeout(timer);
  }, [tried]);
  useEffect(() => { // bring what can be done now into the window, where it lies below
    if (tools.current && tools.current.getBoundingClientRect().bottom > innerHeight) tools.current.scrollIntoView({ block: "end" });
  }, [shown]);
  if (!shown) return null;
  const { line, head, address } = shown;
  // A name as the record has it: what a seat is called anyway is no name.
  const names = head.players.map(({ name }, at) => line.record.includes(`"${name}"`) ? name : game.seats[at]);
  return html`<h2 id="end-result">${head.over ? resultOf(head) : prompt}</h2><p>${reasonOf(head)}</p>
    <div class="sharing" ref=${tools}>
      ${again && html`<button type="button" class="primary" onClick=${() => again(names)}>${say("end.rematch")}</button>`}
      <button type="button" data-opens="begin">${say("new")}</button>
      ${charts && html`<a class="button" href=${address}>${say("replay.analyse")}</a>`}</div>
    <${Sharing} record=${line.record} game=${head.game} />
    ${charts && html`<${Chart} title=${head.counts} moves=${line.lines.length} at=${line.lines.length} series=${seriesOf(line, head)} />`}`;
}
