"""Links of seats, as a browser is told them."""

from support.screens_online import Browser

CITY = ["light", "dark"]


def link_of(browser: Browser, number: int, seat: str) -> str:
    """The secret in the link for a seat."""
    links = browser.post(f"/api/screen/{number}/links").json()["links"]
    link: str = next(one["link"] for one in links if one["seat"] == seat)
    return link.partition("#")[2]
