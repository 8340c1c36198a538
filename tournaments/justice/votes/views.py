"""Charges and votes of a table: its history, demanding a vote, and the page of one vote on a phone."""

from __future__ import annotations

import uuid
from functools import partial
from typing import Final

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules_engine.justice.motions import MOST_POINTS
from rules_engine.justice.votes import BARS, Motion
from sanctioning.identity.names import full_name, telling_apart
from sanctioning.kit.commands import Done
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.asking_first import Question, ask_first
from sanctioning.kit.pages.self_renewing import asks_for_part, renewed
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.services import shortened
from sanctioning.kit.typed_input import whole_number
from sanctioning.offices.permissions import deny
from sanctioning.people.models.person import Person
from tournaments.events.addresses import GameLabel
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.games.views import table_or_404
from tournaments.justice.votes.commands import VOTE_COMMANDS
from tournaments.justice.votes.models import Violation, Vote, Voter
from tournaments.justice.votes.motions import REST
from tournaments.justice.votes.questions import about_charging, about_demanding, players_to_name
from tournaments.justice.votes.selectors.votes import (
    matters_of,
    violation_numbered,
    vote_numbered,
    vote_page,
    vote_stamp,
)
from tournaments.justice.votes.services.ballots import close_vote
from tournaments.justice.votes.services.charges import CHARGED, charge, stanzas_to_charge
from tournaments.justice.votes.services.current_players import RULE
from tournaments.justice.votes.services.votes import demand_vote
from tournaments.justice.votes.words import needs_words


def games_to_bar_from(game: Game) -> tuple[tuple[str, str], ...]:
    """Events to come, by slug and name: of the club, and of the same series."""
    event = game.event
    mine = Q(club=event.club_id)
    if event.series_id:
        mine |= Q(series=event.series_id)
    coming = Event.objects.filter(mine, ends_at__gte=event.starts_at, cancelled_at__isnull=True)
    coming = coming.exclude(pk=event.pk).order_by("starts_at", "pk")[:24]
    return tuple((event.slug, f"{event.name}, {event.first_day.isoformat()}") for event in coming)


AT_FIRST: Final = {"rest": "yes", "fails_bid": "yes"}


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def violations(request: HttpRequest, person: Person, slug: str, game: GameLabel) -> HttpResponse:
    """What was charged at a table and voted on; a charge is made here."""
    model = table_or_404(slug, game)
    if request.method != "POST":
        return _violations_page(request, person, model)
    typed = request.POST
    put = partial(
        charge,
        by=person,
        game=model,
        kind=typed.get("kind", ""),
        stanza=whole_number(typed.get("stanza", "")),
        act=typed.get("act", ""),
        offenders=typed.getlist("offenders"),
        for_player=typed.get("for_player", ""),
        key=shortened(typed.get("key", "")),
    )
    try:
        asks = ask_first(request, put, about_charging(request, model))
    except Refusal as refusal:
        return _violations_page(request, person, model, refusal)
    if asks is not None:
        return asks
    messages.success(request, _("The charge is saved. Demand a vote on it when you wish."))
    return redirect("violations", slug=slug, game=game)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def demand(request: HttpRequest, person: Person, slug: str, game: GameLabel, violation: int) -> HttpResponse:
    """Move something about a violation."""
    model = table_or_404(slug, game)
    this_violation = violation_numbered(game=model, number=violation)
    if this_violation is None:
        raise Http404("There is no such charge.")
    if request.method != "POST":
        return _demand_page(request, person, model, this_violation)
    typed = request.POST
    put = partial(
        demand_vote,
        by=person,
        violation=this_violation,
        motion=typed.get("motion", ""),
        terms=_terms_of(typed),
        for_player=typed.get("for_player", ""),
        key=shortened(typed.get("key", "")),
    )
    votes: list[Vote] = []
    try:
        asks = ask_first(request, lambda: votes.append(put()), about_demanding(request, model))
    except Refusal as refusal:
        return _demand_page(request, person, model, this_violation, refusal)
    if asks is not None:
        return asks
    messages.success(request, _("The vote is demanded. The Acting Executor is told."))
    return redirect("vote", slug=slug, game=game, vote=votes[-1].pk)


@require_safe
@signed_in
def vote(request: HttpRequest, person: Person, slug: str, game: GameLabel, vote: int) -> HttpResponse:
    """A vote as it stands; when it is opened or closed meanwhile, the page is loaded anew."""
    this_vote = _vote(slug, game, vote)
    shown = request.GET.get("state", this_vote.state)
    if asks_for_part(request) and shown != this_vote.state:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return renewed(
        request, vote_stamp(this_vote), lambda etag: _vote_page(request, person, this_vote, etag=etag)
    )


@require_POST
@signed_in
def vote_act(
    request: HttpRequest, person: Person, slug: str, game: GameLabel, vote: int, act: str
) -> HttpResponse:
    """Open, answer, enter an answer, close."""
    this_vote = _vote(slug, game, vote)
    try:
        asks = _done_or_asked(request, person, this_vote, act)
    except Refusal as refusal:
        return _vote_page(request, person, this_vote, refusal=refusal)
    return asks or redirect("vote", slug=slug, game=game, vote=vote)


def _done_or_asked(request: HttpRequest, person: Person, vote: Vote | None, act: str) -> HttpResponse | None:
    """A vote is closed at once where everybody has answered; else it asks whether the others are absent."""
    if vote is not None and act == "enter":
        return _noted_or_asked(request, person, vote)
    absent = vote.roll.filter(answered=False).count() if vote is not None and act == "close" else 0
    if vote is None or not absent:
        VOTE_COMMANDS.run_typed(request, act, by=person, thing=vote)
        return None
    sentence = ngettext(
        "%(n)s player has not answered and counts as absent.",
        "%(n)s players have not answered and count as absent.",
        absent,
    )
    question = Question(
        title=_("Close the vote now?"),
        help=f"{sentence % {'n': absent}} {_('A closed vote is final.')}",
        button=_("Close the vote"),
        stay=request.path.removesuffix(f"{act}/"),
    )
    asks = ask_first(request, lambda: close_vote(by=person, vote=vote), question)
    if asks is None:
        messages.success(request, _("The vote is closed."))
    return asks


def _noted_or_asked(request: HttpRequest, person: Person, vote: Vote) -> HttpResponse | None:
    """Noted at once, since it can be taken back; the one that closes the vote is asked for."""
    asked = VOTE_COMMANDS.typed(request.POST)
    if vote.roll.filter(answered=False).exclude(player__record_id=asked.player).exists():
        VOTE_COMMANDS.run_typed(request, "enter", by=person, thing=vote, asked=asked)
        return None
    answers = dict(Voter.Answer.choices)
    roll = list(vote.roll.select_related("player__person"))
    named = telling_apart(full_name, (voter.player.person for voter in roll))
    voter = next((voter for voter in roll if voter.player.record_id == asked.player), None)
    question = Question(
        title=_("Note the last answer?"),
        help=_("%(who)s: %(answer)s. It is the last answer: the vote closes with it.")
        % {
            "who": named(voter.player.person) if voter else asked.player,
            "answer": answers.get(asked.answer, asked.answer),
        },
        button=_("Note it"),
        stay=request.path.removesuffix("enter/"),
    )
    results: list[Done[Vote]] = []
    run = partial(VOTE_COMMANDS.run, "enter", by=person, thing=vote, asked=asked)
    asks = ask_first(request, lambda: results.append(run()), question)
    if asks is None:
        messages.success(request, results[0].sentence)
    return asks


def _terms_of(typed: QueryDict) -> dict[str, object]:
    """What a motion asks, as the form says it."""
    scope = [{"kind": REST}] if typed.get("rest") == "yes" else []
    scope += [{"kind": "event", "id": slug} for slug in typed.getlist("events")]
    scope += [{"kind": "club", "id": slug} for slug in typed.getlist("clubs")]
    return {
        "points": whole_number(typed.get("points", "")),
        "fails_bid": typed.get("fails_bid") == "yes",
        "injured": typed.get("injured", ""),
        "scope": scope,
        "last_day": typed.get("last_day", ""),
        "letter": typed.get("letter") == "yes",
    }


def _violations_page(
    request: HttpRequest, person: Person, game: Game, refusal: Refusal | None = None
) -> HttpResponse:
    matters = matters_of(game=game, asker=person)
    if matters is None:
        return _denied(request, refusal)
    context = {
        **_of_game(game),
        "matters": matters,
        "kinds": [(kind.value, capfirst(kind.label)) for kind in CHARGED],
        "players": players_to_name(game),
        "stanzas": stanzas_to_charge(game)[::-1],
        "key": request.POST.get("key") or str(uuid.uuid4()),
        "refusal": refusal,
        "typed": request.POST,
        "accused": request.POST.getlist("offenders"),
    }
    return _rendered(request, "tournaments/justice/votes/violations.html", context, refusal)


def _demand_page(
    request: HttpRequest,
    person: Person,
    game: Game,
    violation: Violation,
    refusal: Refusal | None = None,
) -> HttpResponse:
    matters = matters_of(game=game, asker=person)
    if matters is None:
        return _denied(request, refusal)
    typed = request.POST or request.GET
    line = next(line for line in matters.violations if line.number == violation.pk)
    typed_motion = typed.get("motion", "")
    motion = (
        typed_motion
        if typed_motion in dict(line.motions) or (refusal and typed_motion in Vote.Motion.values)
        else ""
    )
    context = {
        **_of_game(game),
        "matters": matters,
        "violation": line,
        "motion": motion,
        "motion_words": str(Vote.Motion(motion).label) if motion else "",
        "needs": needs_words(Motion(motion)) if motion else "",
        "is_bar": motion in BARS,
        "players": players_to_name(game),
        "events": games_to_bar_from(game) if motion in BARS else (),
        "points": range(MOST_POINTS, -1, -1),
        "key": request.POST.get("key") or str(uuid.uuid4()),
        "refusal": refusal,
        "typed": typed.dict() if refusal else {**typed.dict(), **AT_FIRST},
        "chosen": typed.getlist("events"),
    }
    return _rendered(request, "tournaments/justice/votes/demand_vote.html", context, refusal)


def _vote_page(
    request: HttpRequest, person: Person, vote: Vote, *, etag: str = "", refusal: Refusal | None = None
) -> HttpResponse:
    page = vote_page(vote=vote, asker=person)
    if page is None:
        return _denied(request, refusal)
    game = vote.violation.game
    context = {
        **_of_game(game),
        "page": page,
        "vote": page.vote,
        "violation": page.violation,
        "answers": Voter.Answer.choices,
        "left": [voter for voter in page.vote.roll if not voter.answered],
        "etag": etag,
        "refusal": refusal,
        "typed": request.POST,
    }
    return _rendered(request, "tournaments/justice/votes/vote.html", context, refusal)


def _of_game(game: Game) -> dict[str, object]:
    return {"game": game, "label": f"{game.number}{game.group}", "section": "calendar"}


def _denied(request: HttpRequest, refusal: Refusal | None) -> HttpResponse:
    try:
        deny(
            what=_("see the charges and votes of this table"),
            who=_("the players of the game or its Acting Executor"),
            rule=RULE,
        )
    except Refusal as denied:
        return render(request, "403.html", {"refusal": refusal or denied}, status=403)


def _rendered(
    request: HttpRequest, template: str, context: dict[str, object], refusal: Refusal | None
) -> HttpResponse:
    return render(request, template, context, status=refusal.status if refusal else 200)


def _vote(slug: str, label: GameLabel, number: int) -> Vote:
    this_vote = vote_numbered(game=table_or_404(slug, label), number=number)
    if this_vote is None:
        raise Http404("There is no such vote.")
    return this_vote
