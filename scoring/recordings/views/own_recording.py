"""A player records own certificates: chooses, sees what they would bring, sends them wholly or not at all."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.keys import only_looked
from sanctioning.kit.wording.sentences import in_language
from sanctioning.people.models.person import Person
from scoring.degree_names import full_style
from scoring.degrees.selectors.recording_forecast import recording_forecast
from scoring.recordings.models import Submission
from scoring.recordings.selectors.own_certificates import certificates_to_send
from scoring.recordings.services.own_recording import codes_of_own, record_own


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def record(request: HttpRequest, person: Person) -> HttpResponse:
    own = certificates_to_send(person=person)
    several = len({certificate.card_game for certificate in own}) > 1
    if request.method != "POST":
        card_game = request.GET.get("card_game")
        first = next(
            (
                certificate.card_game
                for certificate in own
                if certificate.ready and card_game in (None, certificate.card_game)
            ),
            "",
        )
        ready = [
            certificate.serial for certificate in own if certificate.ready and certificate.card_game == first
        ]
        return _page(request, {"own": own, "several": several, "chosen": ready})
    chosen = request.POST.getlist("serial")
    context: dict[str, object] = {
        "own": own,
        "several": several,
        "chosen": chosen,
        "player": person,
    }
    try:
        codes = codes_of_own(person=person, serials=chosen)
        if request.POST.get("act") != "record":
            forecast = recording_forecast(person=person, codes=codes)
            return only_looked(_page(request, {**context, "forecast": forecast}))
        submission = record_own(by=person, serials=chosen)
    except Refusal as refusal:
        return _page(request, {**context, "refusal": refusal}, refusal.status)
    if submission.refused_for:
        context["forecast"] = recording_forecast(person=person, codes=codes)
        return _page(request, {**context, "submission": submission}, 409)
    messages.success(request, _recorded(submission))
    return redirect(f"{reverse('my-page')}?{urlencode({'card_game': submission.card_game})}")


def _recorded(submission: Submission) -> str:
    won = submission.degrees.first()
    if won is None:
        facts = {"number": submission.number, "reason": in_language(submission.reason)}
        return _("Submission %(number)s is recorded: %(reason)s") % facts
    style = full_style(won.degree, won.card_game)
    return _("Submission %(number)s is recorded. You are now a %(degree)s.") % {
        "number": submission.number,
        "degree": style,
    }


def _page(request: HttpRequest, context: dict[str, object], status: int = 200) -> HttpResponse:
    return render(
        request, "scoring/recordings/record_own.html", {"section": "mine", **context}, status=status
    )
