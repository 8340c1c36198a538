"""What a decision on appeal would change, before it is given, and all that followed of it, after."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from sanctioning.clock import today
from sanctioning.models import Person
from sanctioning.refusal import Refusal
from sanctioning.views.people import signed_in
from scoring.selectors.case_stories import require_may_see, what_followed
from scoring.selectors.decision_effects import Effects, effects_of, require_judge
from tournaments.models import Appeal
from tournaments.models.appeal import Decision
from tournaments.selectors.appeal_pages import appeal_page
from tournaments.selectors.matters import appealed, game_of

# Whatever is sent back changes nothing before it is decided anew.
SHOWN = (Decision.UPHELD, Decision.OVERTURNED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """One decision, and what it would bring."""

    words: str
    effects: Effects


@require_safe
@signed_in
def effects(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """For whoever judges the step that waits: what follows of each decision, side by side."""
    appeal = _appeal(number)
    try:
        step = require_judge(by=person, appeal=appeal, day=today())
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
    prospects = [
        Prospect(words=str(one.label), effects=effects_of(by=person, step=step, decision=one))
        for one in SHOWN
    ]
    game = game_of(appealed(appeal))
    context = {"appeal": appeal, "game": game, "step": step, "prospects": prospects}
    return render(request, "scoring/appeal_effects.html", {**context, "section": "mine"})


@require_safe
@signed_in
def story(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """The case from the ruling to the last book that it reached."""
    appeal = _appeal(number)
    try:
        require_may_see(by=person, appeal=appeal, day=today())
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
    page = appeal_page(appeal=appeal, asker=person)
    followed = what_followed(appeal=appeal, asker=person, day=today())
    context = {"appeal": page, "followed": followed, "section": "mine"}
    return render(request, "scoring/case_story.html", context)


def _appeal(number: int) -> Appeal:
    found = Appeal.objects.filter(number=number).first()
    if found is None:
        raise Http404(_("There is no such appeal."))
    return found
