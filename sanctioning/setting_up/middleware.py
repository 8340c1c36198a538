"""On an empty installation every page says that it is not set up yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from sanctioning.kit.api.errors import is_of_a_program, to_a_program
from sanctioning.kit.refusals import Refusal
from sanctioning.setting_up.selectors import is_founded

OPEN: Final = ("/set-up/", "/static/", "/crest/", "/health/", "/language/")
WAIT_SECONDS: Final = 60


def set_up_first(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def guarded(request: HttpRequest) -> HttpResponse:
        if not settings.SET_UP_FIRST or request.path_info.startswith(OPEN) or is_founded():
            return answer(request)
        if is_of_a_program(request):
            return to_a_program(not_set_up())
        page = render(request, "sanctioning/setting_up/not_yet.html", status=503)
        page["Retry-After"] = str(WAIT_SECONDS)
        return page

    return guarded


def not_set_up() -> Refusal:
    return Refusal(
        code="not-set-up",
        sentence=_("This site is not set up yet."),
        rule=_("An authority begins with its Managing Executor."),
        remedy=_(
            "The person who runs the machine sets it up at /set-up/, with the code that was printed "
            "at the start."
        ),
        status=503,
        facts={"wait": WAIT_SECONDS},
    )
