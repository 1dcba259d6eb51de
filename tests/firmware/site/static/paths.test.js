import assert from "node:assert/strict";
import { test } from "node:test";

import { fileOf, pathOf } from "../../../../firmware/site/static/paths.js";

for (const path of ["/", "/?lang=nl", "/game/3", "/game/3?people=&lang=fr", "/replay?lang=nl#1abc_-", "/learn/revolution?lang=de",
  "/rules/revolution?lang=nl", "/rules/revolution/card?lang=nl#goal", "/play?lang=fr", "/score-sheet/forum_romanum/3?lang=de"]) {
  test(`${path} comes back from its file`, () => {
    assert.equal(pathOf(new URL(fileOf(path), "https://any.example/a/b/")), path);
  });
}

test("a game has its number in the address of its page", () => {
  assert.equal(fileOf("/game/3"), "game.html?game=3");
});

test("what is the same for everybody is a file", () => {
  assert.equal(fileOf("/rules/revolution?lang=nl"), "made/nl/rules/revolution.html");
  assert.equal(fileOf("/api/lesson/hourglass?lang=fr"), "made/fr/api/lesson/hourglass.json");
  assert.equal(fileOf("/sheet/revolution.svg?lang=en"), "made/en/sheet/revolution.svg");
  assert.equal(fileOf("/api/me"), "made/en/api/me.json");
  assert.equal(fileOf("/picture/revolution.svg?lang=nl"), "made/picture/revolution.svg");
});

for (const path of ["/api/screen?lang=nl", "/picture/of/3.svg?lang=nl&moves=2", "/sheet/current.svg?lang=en&game=3",
  "/sheet/revolution.svg?lang=nl&option=variant%3Atrue", "/api/games/4/record"]) {
  test(`the worker answers ${path}`, () => assert.equal(fileOf(path), null));
}
