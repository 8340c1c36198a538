"""Ruling at a table: choose the irregularity, tell its facts, see what follows, keep it; and its page."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from sanctioning.kit.clock import moment, today
from sanctioning.kit.lists.word_search import says_all
from sanctioning.kit.pages.asker import asker, signed_in
from sanctioning.kit.pages.self_renewing import asks_for_part
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.keys import only_looked
from sanctioning.kit.sent_once.services import shortened
from sanctioning.offices.permissions import is_executor
from sanctioning.people.models.person import Person
from tournaments.events.addresses import GameLabel
from tournaments.formats.registry import format_named
from tournaments.formats.rulings import Irregularity
from tournaments.games.game_families import family_of
from tournaments.games.models import Game
from tournaments.games.selectors.reported_stanzas import reported_stanzas
from tournaments.games.views import game_or_404, void_instead
from tournaments.hooks import APPEAL_OFFERS
from tournaments.justice.rulings.effects import weigh_matter
from tournaments.justice.rulings.effects_by_stanzas import Weighed
from tournaments.justice.rulings.fact_words import facts_in_words
from tournaments.justice.rulings.forms import (
    PlacedForm,
    WordsForm,
    show_at_its_field,
)
from tournaments.justice.rulings.irregularities import Words
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.outcomes import Effect, effect_of
from tournaments.justice.rulings.permissions import may_rule, may_see_rulings
from tournaments.justice.rulings.selectors.rulings import (
    PublicRuling,
    earlier_on,
    ruling_at,
    ruling_page,
    rulings_of,
)
from tournaments.justice.rulings.services.rulings import require_may_rule, rule_on
from tournaments.justice.rulings.views.asked_rulings import CHOOSE, PLAY, AskedRuling, facts_form

UNDISPUTED = "undisputed"
# What happens before a card is played needs no trick told.
BEFORE_PLAY: Final = frozenset({"bid-out-of-turn", "changed-bid", "illegal-bid", "misdeal"})
KEEPS = ("keep", UNDISPUTED)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def rule(request: HttpRequest, person: Person, slug: str, game: GameLabel) -> HttpResponse:
    """Choose the irregularity; tell its facts and see what follows; keep the ruling."""
    model = game_or_404(slug, game)
    if void := void_instead(request, model):
        return void
    query = request.POST if request.method == "POST" else request.GET
    desk = AskedRuling(game=model, label=str(game), asked=query, of_executor=is_executor(person, today()))
    try:
        require_may_rule(by=person, game=model, at=moment(None))
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
    if desk.irregularity not in (*desk.known, PLAY):
        return _choose(request, desk)
    if request.method != "POST":
        return _form(request, desk, facts_form(desk, None), WordsForm(initial=_from_call(desk)))
    return _ruled(request, person, desk)


@require_safe
@signed_in
def game_rulings(request: HttpRequest, person: Person, slug: str, game: GameLabel) -> HttpResponse:
    """The rulings of a table, for those whom they concern."""
    model = game_or_404(slug, game)
    rulings = rulings_of(game=model, asker=person)
    if rulings is None:
        return render(request, "403.html", {"refusal": _not_shown()}, status=403)
    context = {
        "game": model,
        "played": format_named(model.event.format),
        "label": str(game),
        "rulings": rulings,
        "rules": may_rule(person, model),
        "section": "calendar",
    }
    return render(request, "tournaments/justice/rulings/game_rulings.html", context)


@require_safe
def ruling(request: HttpRequest, slug: str, game: GameLabel, number: int) -> HttpResponse:
    """Whole to the parties; everybody else is led to what is public of it."""
    model = game_or_404(slug, game)
    this_ruling = ruling_at(game=model, number=number)
    if this_ruling is None:
        raise Http404(_("This game has no such ruling."))
    person = asker(request)
    if not may_see_rulings(person, today(), model):
        if this_ruling.public:
            return redirect("public-ruling", ruling=this_ruling.pk)
        denied: HttpResponse = _denied(request)
        return denied
    context = {
        "game": model,
        "page": ruling_page(ruling=this_ruling, asker=person),
        "label": str(game),
        "replayed": _replayed(model, this_ruling),
        "offer": APPEAL_OFFERS.only()(thing=this_ruling, asker=person),
        "played": format_named(model.event.format),
        "section": "calendar",
    }
    return render(request, "tournaments/justice/rulings/ruling.html", context)


@signed_in
def _denied(request: HttpRequest, person: Person) -> HttpResponse:
    """Whoever is not signed in may be one of those who may."""
    return render(request, "403.html", {"refusal": _not_shown()}, status=403)


def _choose(request: HttpRequest, desk: AskedRuling) -> HttpResponse:
    sought = desk.asked.get("q", "")
    context = {
        "desk": desk,
        "game": desk.game,
        "q": sought,
        "sections": _sections(desk, sought),
        "play": PLAY,
        "choose": CHOOSE,
        "section": "mine",
    }
    return render(request, "tournaments/justice/rulings/rule_choose.html", context)


def _sections(desk: AskedRuling, sought: str) -> list[tuple[str, list[tuple[str, Words | Irregularity]]]]:
    """The irregularities by section, or all of an event's game together, of which every word that is sought
    occurs in name or section."""
    sections: dict[str, list[tuple[str, Words | Irregularity]]] = {}
    for slug, words in desk.known.items():
        if says_all(f"{words.section} {words.name} {words.also}", sought):
            heading = desk.played.title if desk.played.rules_by_its_book else words.section
            sections.setdefault(heading, []).append((slug, words))
    return list(sections.items())


def _ruled(request: HttpRequest, person: Person, desk: AskedRuling) -> HttpResponse:
    keeps = request.POST.get("do") in KEEPS
    facts = facts_form(desk, request.POST)
    told = facts.is_valid()
    wording = WordsForm(_worded(request.POST, desk, facts if told else None))
    if not told or (keeps and not wording.is_valid()):
        return _form(request, desk, facts, wording, status=422)
    effect = None
    try:
        if desk.computes:
            effect = _effect(desk, facts)
        if not keeps:
            return only_looked(_form(request, desk, facts, wording, effect=effect))
        new_ruling = rule_on(
            by=person,
            game=desk.game,
            irregularity=desk.irregularity if desk.computes else "",
            facts=facts.plain,
            section=facts.cited,
            stanza=desk.stanza,
            trick=desk.trick,
            call=desk.call,
            supersedes=desk.supersedes,
            key=shortened(request.POST.get("key", "")),
            **{name: wording.cleaned_data[name] for name in ("what", "reason", "words", "public")},
        )
    except Refusal as refusal:
        show_at_its_field(refusal, wording, facts)
        return _form(request, desk, facts, wording, effect=effect, refusal=refusal, status=refusal.status)
    messages.success(
        request, _("Ruling %(number)s is saved and applies at once.") % {"number": new_ruling.number}
    )
    return redirect("ruling", slug=desk.game.event.slug, game=desk.label, number=new_ruling.number)


@dataclass(frozen=True)
class Shown:
    """The effect before it is kept, what gives way to it, and earlier rulings on the same section."""

    section: str
    effect: Effect
    mended: bool
    earlier: tuple[PublicRuling, ...]


def _effect(desk: AskedRuling, facts: PlacedForm) -> Shown:
    family = family_of(desk.game)
    weighed = weigh_matter(
        family=family,
        game=family.games[desk.game.pk],
        irregularity=desk.irregularity,
        facts=facts.plain,
        stanza=desk.stanza,
        trick=desk.trick,
        supersedes=desk.supersedes,
    )
    return Shown(
        section=weighed.section,
        effect=effect_of(weighed.plain, lambda who: desk.players.get(who, who)),
        mended=isinstance(weighed, Weighed) and (bool(weighed.mended) or weighed.bid_otherwise),
        earlier=earlier_on(weighed.section),
    )


def _form(
    request: HttpRequest,
    desk: AskedRuling,
    facts: PlacedForm,
    wording: WordsForm,
    *,
    effect: Shown | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    known = desk.known.get(desk.irregularity)
    if asks_for_part(request):
        return only_looked(_so_far(request, effect, refusal, str(wording["what"].value() or "")))
    context = {
        "desk": desk,
        "game": desk.game,
        "irregularity": desk.irregularity,
        "name": known.name if known else _("Another question"),
        "cited": known.section if known else "",
        "facts": facts,
        "said": wording,
        "shown": effect,
        "ready": effect is not None or known is None or desk.asked.get("do") in KEEPS,
        "choose": CHOOSE,
        "key": desk.asked.get("key") or str(uuid.uuid4()),
        "played": desk.played,
        "refusal": refusal,
        "last": desk.game.stanzas_played + 1,
        "trick_pad": f"1 {desk.deal.cards}" if desk.played.plays_stanzas and desk.deal else "",
        "stanza": desk.stanza if "stanza" in desk.asked else desk.game.stanzas_played + 1,
        "wrong_stanza": _place_wrong(refusal, "stanza"),
        "asks_trick": desk.irregularity not in BEFORE_PLAY or desk.trick is not None,
        "wrong_trick": _place_wrong(refusal, "trick"),
        "wrong_fields": _wrong_fields(facts, wording) if status == 422 and refusal is None else (),
        "section": "mine",
    }
    return render(request, "tournaments/justice/rulings/rule.html", context, status=status)


def _so_far(request: HttpRequest, effect: Shown | None, refusal: Refusal | None, what: str) -> HttpResponse:
    """What follows of the facts as far as they are told, while they are told."""
    context = {"shown": effect, "ready": effect is not None, "refusal": refusal, "what": what}
    return render(request, "tournaments/justice/rulings/rule_so_far.html", context)


def _wrong_fields(*forms: Form) -> list[tuple[str, str, str]]:
    """Of each field of the two that is wrong: where it stands, what it is called, and what is wrong."""
    return [
        (field.id_for_label or str(field.auto_id), str(field.label), str(error))
        for form in forms
        for field in form.visible_fields()
        for error in field.errors
    ]


def _from_call(desk: AskedRuling) -> dict[str, str]:
    call = desk.call
    return {"what": call.about} if call else {}


def _worded(sent: QueryDict, desk: AskedRuling, facts: PlacedForm | None) -> QueryDict:
    """What was written, and where nothing is, what the table called and the facts say of what happened."""
    worded = sent.copy()
    if not worded.get("what", "").strip():
        worded["what"] = _from_call(desk).get("what") or (_in_words(desk, facts) if facts else "")
    if sent.get("do") == UNDISPUTED and not worded.get("reason", "").strip():
        worded["reason"] = _("Nobody at the table disputes the facts.")
    return worded


def _in_words(desk: AskedRuling, facts: PlacedForm) -> str:
    known = desk.known.get(desk.irregularity)
    lines = facts_in_words(desk.irregularity, facts.plain, lambda who: desk.players.get(who, who))
    return ". ".join((capfirst(str(known.name)), *lines)) + "." if known and lines else ""


def _place_wrong(refusal: Refusal | None, place: str) -> str:
    return refusal.sentence if refusal and refusal.facts.get("field") == place else ""


def _replayed(game: Game, this_ruling: Ruling) -> str:
    """The replay of the moment, where the stanza was reported card by card."""
    body = reported_stanzas(game).get(this_ruling.stanza or 0)
    tricks = body.get("tricks") if body else None
    if not tricks:
        return ""
    before = sum(len(trick) for trick in tricks[: (this_ruling.trick or 1) - 1])
    path = reverse("replay", args=[game.event.slug, f"{game.number}{game.group}", this_ruling.stanza])
    return f"{path}?card={before + len(tricks[(this_ruling.trick or 1) - 1])}" if this_ruling.trick else path


def _not_shown() -> Refusal:
    return Refusal(
        code="not-allowed",
        sentence=_("You may not see the rulings of this table."),
        rule="IV",
        remedy=_("They are for the people who play and rule there. The public rulings are in the case book."),
        status=403,
    )
