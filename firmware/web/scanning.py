"""The QR code of a seat's link, read in a photograph from the page of a table.

Browsers read such codes, and use the camera, only at pages with HTTPS, which a table at home has
not. So the page takes a photograph, makes it small and grey, and the table reads the code.

POST ``/api/code?width=W``, for clients that may touch: a byte for each pixel, row by row from the
upper left, 0 is black; the answer has ``text``, the text of the code. 400 where there is no code,
or the pixels make no rows; 503 where this machine cannot read codes.
"""

from importlib.util import find_spec

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.web.answers import AnswerError, as_answer, body_of, number_of, site_of
from firmware.web.follow import NO_TOUCH
from firmware.web.reading import make_of
from firmware.words import Words, told
from rules import MalformedError

MOST_PIXELS = 2_600_000


def code_in(pixels: bytes, width: int, _words: Words) -> str:
    """Return the text of the QR code in a grey picture.

    Args:
        pixels: a byte for each pixel, row by row, 0 is black.
        width: the pixels of a row.

    Raises:
        MalformedError: There is no code in it, or the pixels make no rows.
    """
    import zxingcpp  # loaded only in the process that reads codes

    if not width or len(pixels) % width or not pixels:
        raise MalformedError(told("these are no rows of {width} pixels", width=width))
    rows = memoryview(pixels).cast("B", (len(pixels) // width, width))
    found = zxingcpp.read_barcodes(rows, zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    if not found:
        raise MalformedError(told("there is no QR code to be read; take the picture from nearer, or paste the link"))
    return str(found[0].text)


async def _read(request: Request) -> Response:
    if not site_of(request).access.may_touch(request):
        raise AnswerError(403, NO_TOUCH)
    if find_spec("zxingcpp") is None:
        raise AnswerError(503, told("this table cannot read codes; paste the link"))
    width = number_of(request.query_params.get("width", ""))
    pixels = await body_of(request, MOST_PIXELS)
    return as_answer({"text": await make_of(request, code_in, pixels, width)})


ROUTES = [Route("/api/code", _read, methods=["POST"])]
