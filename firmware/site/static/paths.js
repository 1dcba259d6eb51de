// The files of a site that stand for paths of a server.

const PAGES = ["", "game", "replay", "learn", "read"]; // each has a copy of the document, the first as home.html
const MADE = /^\/(?:api\/(?:me|playable|lesson\/\w+)|sheet\/(?!current\.)\w+\.svg|rules\/\w+(?:\/card)?|play|score-sheet\/\w+\/\d+)$/;
const SHEET = /.*\/made\/(\w+)(\/.+)\.html$/; // a page that is the same for everybody
const PICTURE = /^\/picture\/\w+\.svg$/;

/**
 * The file of the site for a path of the host, relative to the site; null where the worker answers.
 *
 * @param {string} path
 */
export function fileOf(path) {
  const { pathname, searchParams, hash } = new URL(path, "http://host");
  const language = searchParams.get("lang");
  const [, page, game] = pathname.split("/");
  if (PAGES.includes(page)) {
    if (game) searchParams.set("game", game);
    return `${page || "home"}.html${searchParams.size ? "?" : ""}${searchParams}${hash}`;
  }
  if (page === "static") return pathname.slice(1);
  if (PICTURE.test(pathname)) return `made${pathname}`; // it has no visible words
  searchParams.delete("lang");
  if (!MADE.test(pathname) || searchParams.size) return null;
  const ending = page === "api" ? ".json" : pathname.endsWith(".svg") ? "" : ".html";
  return `made/${language ?? "en"}${pathname}${ending}${hash}`;
}

/**
 * The path of the host that a file of the site shows, as `fileOf` takes it.
 *
 * @param {URL | Location} address
 */
export function pathOf({ pathname, search, hash }) {
  const [, language, made] = SHEET.exec(pathname) ?? [];
  if (made) return `${made}?lang=${language}${hash}`;
  const query = new URLSearchParams(search);
  const game = query.get("game");
  query.delete("game");
  const page = pathname.split("/").pop()?.replace(/^home\.html$|\.html$/, "") ?? "";
  return `/${page}${game ? `/${game}` : ""}${query.size ? "?" : ""}${query}${hash}`;
}
