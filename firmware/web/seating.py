"""The secrets by which browsers hold their seats: in cookies, and in the links of seats.

A browser that sits down gets a cookie with a secret of its own, and holds its seats by it for as
long as the game lasts. A link carries a secret for a single seat: a browser that opens the link
sits down there without the PIN. The secrets cannot be guessed, and the store has only their
fingerprints.
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
    """Return a random secret of 22 characters."""
    return secrets.token_urlsafe(_BYTES)


def fingerprint(secret: str) -> str:
    """Return the fingerprint of a secret, from which the secret cannot be computed."""
    return hashlib.sha256(secret.encode()).hexdigest()[:32]


def fits(secret: str, known: str) -> bool:
    """Return whether a fingerprint is that of a secret; no secret has an empty fingerprint."""
    return bool(known) and hmac.compare_digest(fingerprint(secret), known)


def code_of_link(link: str) -> str:
    """Return the QR code of a link, as the address of an SVG image."""
    return str(segno.make(link, error="m").svg_data_uri(scale=4, border=3, light="#fff"))


def holder_of(connection: HTTPConnection) -> str:
    """Return the fingerprint of the browser that sent a request, empty without a secret."""
    secret = _known(connection)
    return fingerprint(secret) if secret else ""


def secret_of(connection: HTTPConnection) -> str:
    """Return the secret of the browser that sent a request, a new one where it has none."""
    return _known(connection) or make_secret()


def _known(connection: HTTPConnection) -> str:
    secret = connection.cookies.get(BROWSER, "")
    return secret if len(secret) >= _BYTES else ""


def remember(answer: Response, connection: HTTPConnection, secret: str) -> Response:
    """Return an answer that gives a browser its secret, if it has another or none."""
    if secret != _known(connection):
        secure = connection.url.scheme == "https"
        answer.set_cookie(BROWSER, secret, max_age=LASTS, httponly=True, samesite="strict", secure=secure)
    return answer
