"""Which browser sits where? Secrets for browsers and for the links of seats, as in a cookie.

A browser that sits down gets a cookie with a secret of its own, and holds its seats by it for as
long as the game lasts. A link carries a secret for one seat alone: who opens it sits down there
without giving the PIN. Neither can be guessed, and the store has only their fingerprints.
"""

import hashlib
import hmac
import secrets

import segno
from starlette.requests import HTTPConnection
from starlette.responses import Response

BROWSER = "speeltafel-seat"  # the cookie
LASTS = 365 * 24 * 3600  # seconds
_BYTES = 16


def make_secret() -> str:
    """Return a text of 22 characters that nobody can guess."""
    return secrets.token_urlsafe(_BYTES)


def fingerprint(secret: str) -> str:
    """Return what a secret is known by: nobody can work the secret out from it."""
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def fits(secret: str, known: str) -> bool:
    """Whether this is the fingerprint of a secret; no secret has an empty one."""
    return bool(known) and hmac.compare_digest(fingerprint(secret), known)


def code_of_link(link: str) -> str:
    """Return the QR code of a link, as the address of an SVG image."""
    return str(segno.make(link, error="m").svg_data_uri(scale=4, border=3, light="#fff"))


def holder_of(connection: HTTPConnection) -> str:
    """Return the fingerprint of the browser that sent this, empty for one without a secret."""
    secret = connection.cookies.get(BROWSER, "")
    return fingerprint(secret) if len(secret) >= _BYTES else ""


def remember(answer: Response, connection: HTTPConnection) -> str:
    """Let a browser that has no secret get one with this answer; return its fingerprint."""
    known = holder_of(connection)
    if known:
        return known
    secret = make_secret()
    answer.set_cookie(
        BROWSER, secret, max_age=LASTS, httponly=True, samesite="strict",
        secure=connection.url.scheme == "https",
    )  # fmt: skip
    return fingerprint(secret)
