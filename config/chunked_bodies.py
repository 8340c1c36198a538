"""Bodies whose length nobody tells beforehand (`Transfer-Encoding: chunked`), empty for Django."""

from __future__ import annotations

from collections.abc import Iterable
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

IN_MEMORY: Final = 2**20
AT_A_TIME: Final = 2**16
LARGEST: Final = 42 * 2**20
"""A little more than the largest file that the site takes; what it takes where is said there."""


def whole_body(
    application: WSGIApplication, environ: WSGIEnvironment, start_response: StartResponse
) -> Iterable[bytes]:
    """The answer to a request whose body was read to its end, so that its length is known."""
    if "chunked" not in environ.get("HTTP_TRANSFER_ENCODING", "").lower():
        return application(environ, start_response)
    # Closed with its last reference: what is made of it may be read after the answer has begun.
    body: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
    while part := environ["wsgi.input"].read(AT_A_TIME):
        body.write(part)
        if body.tell() > LARGEST:
            start_response("413 Content Too Large", [("Content-Length", "0"), ("Connection", "close")])
            return []
    length = body.tell()
    body.seek(0)
    return application({**environ, "wsgi.input": body, "CONTENT_LENGTH": str(length)}, start_response)
