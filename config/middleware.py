"""What holds for every request and every answer: no null characters in, the same headers out, text packed."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware
from django.middleware.gzip import GZipMiddleware

from sanctioning.kit.api.errors import is_of_a_program, null_character, to_a_program

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
TEXT = ("text/", "image/svg+xml")
PERMISSIONS_POLICY = "camera=(self), geolocation=(), microphone=(), payment=()"


def content_security(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Only this site's own scripts, styles and pictures; a view may set a stricter policy of its own."""

    policy = CONTENT_SECURITY_POLICY
    if settings.STREAM_PORT:
        policy += f"; connect-src 'self' *:{settings.STREAM_PORT}"

    def with_headers(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        # Other sites may link here and show what is made for it (`scoring.sharing`), and nothing else.
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return with_headers


def no_null_characters(
    answer: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Nobody types a null character, and PostgreSQL refuses one with an error of its own."""

    def without_them(request: HttpRequest) -> HttpResponse:
        sent = [request.GET, request.POST] if request.method == "POST" else [request.GET]
        values = [value for form in sent for values in form.lists() for value in values[1]]
        if any("\0" in text for text in (request.path_info, *values)):
            refusal = null_character()
            if is_of_a_program(request):
                return to_a_program(refusal)
            return HttpResponseBadRequest(f"{refusal.sentence} {refusal.remedy}\n")
        return answer(request)

    return without_them


class AddressesWithSlash(CommonMiddleware):
    """A page without the slash at its end is redirected. A program that changes something is told the
    address, since what it sent would be lost on the way; one that reads is redirected without a page."""

    def should_redirect_with_slash(self, request: HttpRequest) -> bool:
        if is_of_a_program(request) and request.method not in ("GET", "HEAD"):
            return False
        return bool(super().should_redirect_with_slash(request))

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        answer = super().process_response(request, response)
        if answer is not response and is_of_a_program(request):
            del answer.headers["Content-Type"]
        return answer


class PublicFilesPacked(GZipMiddleware):
    max_random_bytes = 0  # what everybody may read has no secret that its length could give away


def packed_as_sent(
    answer: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Styles, scripts and drawings, where nothing was collected and packed beforehand.

    Browsers ask again by the date of the file: its ETag is that of the file as it is not packed.
    """
    packing = PublicFilesPacked(answer)

    def packed(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        kind = response.headers.get("Content-Type", "")
        if not request.path_info.startswith(settings.STATIC_URL) or not kind.startswith(TEXT):
            return response
        del response.headers["ETag"]
        return packing.process_response(request, response)

    return packed
