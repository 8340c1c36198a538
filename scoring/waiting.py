"""What of this layer waits for somebody: games at each step to their result, rosters, certificates in hand.

Invariants: only what this person can deal with; a constant number of queries.
Terms: in hand (certificates that a player has and has not recorded).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final, Literal

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.card_games import CARD_GAMES
from rules_engine.points.recordings import Recording
from sanctioning.identity.same_person import identity_id
from sanctioning.kit.clock import day_of, today
from sanctioning.kit.request_cache import asked_once
from sanctioning.kit.waiting.registry import WaitingLine, WaitingPerson, WaitingQuery, Waits
from sanctioning.kit.wording.localised import tenths
from sanctioning.templatetags.saas import game_url
from scoring.certificates.models import Certificate
from scoring.degree_names import full_style
from scoring.degrees.selectors.recording_forecast import judged
from scoring.rosters.models import Roster
from scoring.rosters.permissions import may_compile_roster
from tournaments.games.models import Game, GamePlayer
from tournaments.reports.models.report import Report
from tournaments.reports.selectors.settlements import findings_in_play

IN_PLAY = (Game.State.PLAYING, Game.State.SPLITTING)
OVER = (Game.State.CERTIFIED, Game.State.SPLIT, Game.State.VOID)
# What somebody has to do about a game, in the order of urgency, with its words for one and for many.
STEPS: Final[dict[str, tuple[int, Callable[[int], str]]]] = {
    "certify": (100, lambda n: ngettext("%(n)d game to certify", "%(n)d games to certify", n)),
    "settle": (
        110,
        lambda n: ngettext("%(n)d game with errors to settle", "%(n)d games with errors to settle", n),
    ),
    "confirm": (160, lambda n: ngettext("%(n)d final sheet to confirm", "%(n)d final sheets to confirm", n)),
    "correct": (
        170,
        lambda n: ngettext("%(n)d report with errors to correct", "%(n)d reports with errors to correct", n),
    ),
    "report": (180, lambda n: ngettext("%(n)d game to be reported", "%(n)d games to be reported", n)),
}


DeskStep = Literal["", "certify", "settle", "correct", "confirm", "report"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskGame:
    """`open_errors` block certification; `kind` is what waits for whoever asked, empty for another's turn."""

    id: int
    club_slug: str
    event_name: str
    event_slug: str
    game_number: int
    game_group: str
    game_label: str
    place: str
    played_on: dt.date
    state: Annotated[str, Game.State]
    acting_executor: str
    open_errors: int
    since: dt.datetime | None
    rules: bool
    runs: bool
    kind: DeskStep

    @property
    def address(self) -> str:
        """The game in an address of the site."""
        return f"{self.game_number}{self.game_group}"


def waits_of_scoring(holder: WaitingPerson) -> Iterable[WaitingQuery]:
    if may_compile_roster(holder.person, holder.day):
        compiled = Roster.objects.filter(as_of__lte=today()).exclude(state=Roster.State.PUBLISHED)
        yield WaitingQuery(compiled.only("as_of", "card_game", "compiled_at"), _rosters)
    in_hand = Certificate.objects.filter(
        person__in=holder.own,
        kind=Certificate.Kind.RATING_POINTS,
        state=Certificate.State.ISSUED,
        signed_with__isnull=False,
    )
    yield WaitingQuery(in_hand.select_related("person__merged_into"), partial(_certificates, holder))


def waits_of_uncertified_games(holder: WaitingPerson) -> Iterable[Waits]:
    """Those that the person rules or plays in as well as those of their clubs: one query reads them all."""
    return waits_of_games(games_of(holder))


def waits_of_games(games: Sequence[DeskGame]) -> Iterable[Waits]:
    """The games on which it is the asker's turn, by what he has to do."""
    for kind, (rank, words) in STEPS.items():
        lines = tuple(_line(game) for game in games if game.kind == kind)
        yield Waits(kind=kind, rank=rank, title=words(len(lines)) % {"n": len(lines)}, lines=lines)


def games_of(holder: WaitingPerson) -> tuple[DeskGame, ...]:
    """Uncertified games that the person rules, plays in or runs the club of, oldest first. One query where
    there is none, four at most; once in a page."""
    clubs = frozenset(club.pk for club in holder.clubs)
    return asked_once(("games", identity_id(holder.person), clubs), partial(_games_of, holder))


def _games_of(holder: WaitingPerson) -> tuple[DeskGame, ...]:
    # Read first: of a question with many joins PostgreSQL does not see that they are few.
    keys = [key for (key,) in _keys_of(holder)]
    games = list(_with_reports(Game.objects.filter(pk__in=keys), holder)) if keys else []
    ruled = [game.pk for game in games if game.state in IN_PLAY and _rules(game, holder)]
    in_play = findings_in_play(ruled) if ruled else {}
    return tuple(_game(game, holder, in_play.get(game.pk, ())) for game in games)


def _keys_of(holder: WaitingPerson) -> QuerySet[Game, tuple[int]]:
    """Each kind is found by an index of its own; of all at once every game would be read."""
    not_over = Game.objects.exclude(state__in=OVER).order_by()
    played = GamePlayer.objects.filter(person__in=holder.own).values("game")
    kinds = [not_over.filter(state=Game.State.REPORTED, pk__in=played)]
    if holder.offices:
        kinds.append(not_over.filter(acting_executor__person__in=holder.own))
    if holder.clubs:
        kinds.append(not_over.filter(event__club__in=holder.clubs))
    first, *others = (kind.values_list("pk") for kind in kinds)
    return first.union(*others) if others else first


def _with_reports(games: QuerySet[Game], holder: WaitingPerson) -> QuerySet[Game]:
    open_error = Q(
        reports__current=True,
        reports__findings__severity="error",
        reports__findings__settled_at__isnull=True,
    )
    of_asker = Report.objects.filter(game=OuterRef("pk"), current=True, reporter__in=holder.own)
    current = Q(reports__current=True)
    return (
        games.select_related("event__club", "round", "acting_executor__person")
        .annotate(
            open_errors=Count("reports__findings", filter=open_error, distinct=True),
            sent_by_asker=Exists(of_asker),
            played_by_asker=Exists(GamePlayer.objects.filter(game=OuterRef("pk"), person__in=holder.own)),
            reported_at=Max("reports__received_at", filter=current),
            confirmed_at=Max("reports__confirmation__at", filter=current),
        )
        .order_by("starts_at", "number", "group")
    )


def _rules(game: Game, holder: WaitingPerson) -> bool:
    return game.acting_executor is not None and game.acting_executor.person_id in holder.own


def _game(game: Game, holder: WaitingPerson, in_play: Iterable[Mapping[str, Any]]) -> DeskGame:
    played_on = game.event.local_day(game.starts_at)
    executor = game.acting_executor
    rules = _rules(game, holder)
    runs = any(club.pk == game.event.club_id for club in holder.clubs)
    of_report: int = game.open_errors  # type: ignore[attr-defined]
    errors = of_report + sum(finding["blocks"] for finding in in_play)
    return DeskGame(
        id=game.pk,
        club_slug=game.event.club.slug,
        event_name=game.event.name,
        event_slug=game.event.slug,
        game_number=game.number,
        game_group=game.group,
        game_label=game.label,
        place=game.place,
        played_on=played_on,
        state=game.state,
        acting_executor=executor.person.name if executor else "",
        open_errors=errors,
        since=game.confirmed_at or game.reported_at,  # type: ignore[attr-defined]
        rules=rules,
        runs=runs,
        kind=_kind(game, errors, rules=rules, runs=runs, played=played_on <= holder.day),
    )


def _kind(game: Game, errors: int, *, rules: bool, runs: bool, played: bool) -> DeskStep:
    """What the person has to do about the game, as executor before as director or player."""
    if game.state == Game.State.CONFIRMED:
        return "certify" if rules else ""
    own_report: bool = game.sent_by_asker  # type: ignore[attr-defined]
    plays: bool = game.played_by_asker  # type: ignore[attr-defined]
    if game.state in IN_PLAY and errors:
        return "settle"
    if game.state == Game.State.REPORTED and errors:
        return "settle" if rules else "correct" if runs or own_report else ""
    if game.state == Game.State.REPORTED and (runs or plays) and not own_report:
        return "confirm"
    return "report" if game.state == Game.State.OPEN and runs and played else ""


def _line(game: DeskGame) -> WaitingLine:
    errors = ngettext("%(n)d error", "%(n)d errors", game.open_errors) % {"n": game.open_errors}
    return WaitingLine(
        name=f"{game.event_name}, {game.place}",
        path=_path(game),
        since=day_of(game.since) if game.since else game.played_on,
        said=errors if game.open_errors else "",
        club=game.club_slug if game.runs else "",
    )


def _path(game: DeskGame) -> str:
    """Where it is done: an executor settles at his desk and certifies after the summary."""
    if game.kind == "settle":
        return f"{reverse('executor-desk')}#findings"
    page = "certify" if game.kind == "certify" else "game"
    return game_url(game.event_slug, game.game_number, game.game_group, page)


def _rosters(copies: list[Roster]) -> Iterable[Waits]:
    yield Waits(
        kind="rosters",
        rank=80,
        title=ngettext("%(n)d roster to publish", "%(n)d rosters to publish", len(copies))
        % {"n": len(copies)},
        path=reverse("registrar-rosters"),
        lines=tuple(
            WaitingLine(
                name=str(copy), path=reverse("roster", args=[copy.key]), since=day_of(copy.compiled_at)
            )
            for copy in copies
        ),
    )


def _certificates(holder: WaitingPerson, in_hand: list[Certificate]) -> Iterable[Waits]:
    """Certificates of a card game in hand that the authority signed and would accept together as they are."""
    lines = []
    for card_game in CARD_GAMES:
        sent = [certificate for certificate in in_hand if certificate.card_game == card_game]
        answer = judged(holder.person, card_game, sent, ()) if sent else None
        if answer is not None and answer.accepted:
            lines.append(_submission(card_game, sent, answer))
    yield Waits(
        kind="certificates",
        rank=190,
        title=_("Certificates that you can record now"),
        path=reverse("record-own"),
        lines=tuple(lines),
    )


def _submission(card_game: str, in_hand: Sequence[Certificate], answer: Recording) -> WaitingLine:
    facts = {"points": tenths(answer.rest), "n": len(in_hand)}
    brings = ngettext(
        "%(points)s points on %(n)d certificate", "%(points)s points on %(n)d certificates", len(in_hand)
    )
    name = brings % facts
    if answer.promoted and answer.degree:
        style = full_style(answer.degree, card_game)
        name = _("%(points)s points on certificates make you a %(degree)s") % {**facts, "degree": style}
    path = f"{reverse('record-own')}?card_game={card_game}"
    return WaitingLine(
        name=name, path=path, since=day_of(max(certificate.issued_at for certificate in in_hand))
    )
