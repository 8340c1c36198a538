"""What a decision on appeal would change, before it is given, and all that followed of it, after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from sanctioning.kit.clock import today
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.keys import without_key
from sanctioning.kit.waiting.kept import kept_since
from sanctioning.people.models.person import Person
from sanctioning.site.masthead import masthead_of
from scoring.results.selectors.appeal_consequences import require_may_see, what_followed
from scoring.results.selectors.decision_effects import Effects, effects_of, require_judge_of_appeal
from tournaments.games.models import Game
from tournaments.justice.appeal_history.proceedings import appealed, game_of, proceedings_to_read
from tournaments.justice.appeals.models import Appeal, AppealStep, Decision
from tournaments.justice.appeals.selectors.one_appeal import appeal_page
from tournaments.justice.appeals.views.varying import motion_before, reasons_missing, varying_form
from tournaments.justice.rulings.forms import show_at_its_field
from tournaments.justice.rulings.outcomes import Effect, effect_of
from tournaments.justice.rulings.selectors.rulings import names_in

# Whatever is sent back changes nothing before it is decided anew.
SHOWN = (Decision.UPHELD, Decision.OVERTURNED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """One decision, and what it would bring; `effect` is what the rules make of other facts."""

    words: str
    effects: Effects
    effect: Effect | None = None


@without_key("It is computed and taken back.")
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def effects(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """For whoever judges the step that waits: what follows of each decision, side by side.

    Sent with other facts it shows what follows of these; nothing is kept.
    """
    appeal = _appeal(number)
    try:
        step = require_judge_of_appeal(by=person, appeal=appeal, day=today())
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
    look = _looking(request, person, step)
    form = varying_form(appeal, person, request.POST or None)
    moved = motion_before(proceedings_to_read(appeal))
    game = game_of(appealed(appeal))
    varied, refused = None, None
    try:
        if form is not None and form.is_bound and form.is_valid():
            varied = _varied(game, look(decision=Decision.VARIED, facts=form.plain))
        elif moved is not None and moved.decision == Decision.VARIED:
            varied = _varied(game, look(decision=Decision.VARIED, facts=moved.facts))
    except Refusal as refusal:
        assert form is not None, "what is before the College was weighed"
        show_at_its_field(refusal, form)
        refused = refusal
    context = {
        "appeal": appeal,
        "game": game,
        "step": step,
        "prospects": [
            Prospect(words=str(decision.label), effects=look(decision=decision)) for decision in SHOWN
        ],
        "facts": form,
        "college": step.office == AppealStep.Office.COLLEGE,
        "varied": varied,
        "typed": request.POST,
        "no_reasons": reasons_missing(refused),
        "refusal": refused,
        "section": "mine",
    }
    wrong = form is not None and bool(form.errors)
    status = refused.status if refused else 422 if wrong else 200
    return render(request, "scoring/results/appeal_effects.html", context, status=status)


def _looking(request: HttpRequest, person: Person, step: AppealStep) -> Callable[..., Effects]:
    """Asks what a decision would bring. To tell that all of it is done and taken back, so the answer is kept
    until something happens; not with facts that were just typed."""
    look = partial(effects_of, by=person, step=step)
    if request.method == "POST":
        return look
    revision = masthead_of(request).revision

    def look_again(*, decision: str, **facts: Any) -> Effects:
        what = f"effects of {step.pk}, {decision}, {facts}"
        return kept_since(what, person, revision, partial(look, decision=decision, **facts))

    return look_again


def _varied(game: Game, effects: Effects) -> Prospect:
    names = names_in(game)
    effect = effect_of(effects.outcome, lambda player: names.get(player, player))
    return Prospect(words=str(Decision.VARIED.label), effects=effects, effect=effect)


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
    return render(request, "scoring/results/case_story.html", context)


def _appeal(number: int) -> Appeal:
    appeal = Appeal.objects.filter(number=number).first()
    if appeal is None:
        raise Http404(_("There is no such appeal."))
    return appeal
