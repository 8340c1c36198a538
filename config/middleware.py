"""What holds for every request and every answer: no null characters in, the same headers out."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest

from sanctioning.api.errors import is_of_a_program, null_character, to_a_program

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
PERMISSIONS_POLICY = "camera=(self), geolocation=(), microphone=(), payment=()"


def content_security(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Only this site's own scripts, styles and pictures; a view may set a stricter policy of its own."""

    def with_headers(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
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
