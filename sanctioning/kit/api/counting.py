"""Middleware: what no endpoint has counted is counted here, and every answer says what is left.

Invariant: an address that is none, and whatever is refused before an endpoint, counts as any other.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from sanctioning.kit.api.errors import is_of_a_program, to_a_program
from sanctioning.kit.api.rates import COUNTED, asked_too_often, count_asked, until_next_window


def counted(
    answer: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    def within_rates(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        if not is_of_a_program(request):
            return response
        # An outage is told as it is: who asks cannot be read then.
        outage = response.status_code >= 500
        if not hasattr(request, COUNTED) and not outage and not count_asked(request):
            response = to_a_program(asked_too_often(until_next_window()))
        for name, value in getattr(request, COUNTED, {}).items():
            response.headers[name] = value
        return response

    return within_rates
