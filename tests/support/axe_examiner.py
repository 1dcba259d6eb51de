"""axe-core, looking at one page after another."""

from playwright.sync_api import Page


class Examiner:
    """Lets axe-core look at one page after another, and remembers what it finds, by page."""

    def __init__(self, page: Page, axe: str) -> None:
        self.page = page
        self._axe = axe
        self.found: dict[str, list[tuple[str, list[str]]]] = {}

    def look(self, what: str) -> None:
        """Look at the page as it is now."""
        session = self.page.context.new_cdp_session(self.page)  # its policy lets no script in
        session.send("Runtime.evaluate", {"expression": self._axe})
        found = self.page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
        if found:
            self.found[what] = [(one["id"], [n["html"] for n in one["nodes"]]) for one in found]
