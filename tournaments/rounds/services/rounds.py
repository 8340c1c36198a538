"""Rounds: everybody present is divided into tables, seen before it is confirmed, and then the games open.

Invariants: what was drawn first is stored at once and every draw is kept; a new one needs a reason. A round
is confirmed once those before it are over, or for a reason.
Everybody present sits exactly once.
Rule section: I/Players (W-3); reading 10 (the end of a game is fixed before the first deal).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import require_reason, require_short_reason, visible
from sanctioning.people.models.person import Person
from tournaments.admission.admission import require_open_to
from tournaments.events.models.event import Event
from tournaments.events.played_out import require_not_closed
from tournaments.events.services.events import LONGEST_REASON, require_runs
from tournaments.events.services.locks import locked_event
from tournaments.formats.documents import Planned
from tournaments.formats.format import Format
from tournaments.formats.registry import format_named
from tournaments.formats.round_seating import Further, SeatedTables, ToSeat
from tournaments.games.models import Game, GamePlayer
from tournaments.games.plans import plan_of
from tournaments.games.seeds import new_seed
from tournaments.rounds.models.draw import Draw
from tournaments.rounds.models.round import Round
from tournaments.rounds.services.games_of_round import give_up, open_games, require_rounds_before_over
from tournaments.teams.models.team import TeamMember
from tournaments.teams.seated_players import Sitters, sitters, unreadable
from tournaments.teams.selectors.teams import bare_head
from tournaments.teams.services.leaving import keep_forfeits

ROUND_ACTS: Final = ("confirm", "again", "discard", "take-back")
Tables = Sequence[Sequence[str]]


@looks_again
def plan_round(
    *,
    by: Person,
    event: Event,
    planned: Planned | None = None,
    mode: str = Round.Mode.DRAW,
    preferred: int | None = None,
    seed: str = "",
    tables: Tables = (),
    name: str = "",
    kind: str = Round.Kind.ORDINARY,
    starts_at: dt.datetime | None = None,
    at: dt.datetime | None = None,
) -> Round:
    """Seat everybody who is checked in, as the format seats; by hand `tables` holds the member numbers at
    each, of a team that of its first player, with a plus before it where it sits a second time. Without
    a plan a later round of an event that is one game is of the plan of the first.

    Raises:
        Refusal: `barred`, `import-unreadable`, `kept-out`, `name-invisible`, `no-further-round`,
            `not-allowed`, `played-out`, `round-kind-unknown`, `round-open`, `seating-unreadable`,
            `too-few-players`, `too-many-teams`.
    """
    at = moment(at)
    require_runs(by, at, event, _("seat a round"))
    event = locked_event(event)
    require_not_closed(event)
    planned = plan_of(event) if planned is None else planned
    format_named(event.format).plan.require(event, planned)
    if event.rounds.filter(state=Round.State.PREVIEW).exists():
        raise Refusal(
            code="round-open",
            sentence=_("A round is waiting to be confirmed."),
            rule=_("Only one round is seated at a time."),
            remedy=_("Confirm it, or discard it for a reason."),
        )
    _require_kind(format_named(event.format), kind)
    number = event.rounds.exclude(state=Round.State.DISCARDED).count() + 1
    _require_a_round(event, planned, number)
    round = Round(
        event=event,
        number=number,
        name=visible(name, "name"),
        kind=kind,
        planned=dict(planned),
        starts_at=starts_at or max(event.starts_at, at),
        planned_by=by,
        planned_at=at,
    )
    _seat(round, mode, preferred, seed, tables, at)
    round.save()
    _keep(by, at, round, "plan round", "")
    return round


@transaction.atomic
def seat_round_again(
    *,
    by: Person,
    round: Round,
    why: str,
    mode: str,
    preferred: int | None = None,
    seed: str = "",
    tables: Tables = (),
    at: dt.datetime | None = None,
) -> Round:
    """New tables for a reason, of those who are checked in now; what was drawn before is kept.

    Raises:
        Refusal: `barred`, `import-unreadable`, `kept-out`, `not-allowed`, `reason-missing`,
            `reason-too-long`, `round-settled`, `seating-unreadable`, `too-few-players`, `too-many-teams`.
    """
    at = moment(at)
    round = _locked(by, round, at)
    why = require_short_reason(why, rule=_("Seating a round again needs a reason."), most=LONGEST_REASON)
    _seat(round, mode, preferred, seed, tables, at)
    round.save()
    _keep(by, at, round, "seat round again", why)
    return round


@transaction.atomic
def discard_round(*, by: Person, round: Round, why: str, at: dt.datetime | None = None) -> Round:
    """Give up a round that was not confirmed; it is kept with its draws.

    Raises:
        Refusal: `not-allowed`, `reason-missing`, `round-settled`.
    """
    at = moment(at)
    round = _locked(by, round, at)
    why = require_reason(why, rule=_("Discarding a seated round needs a reason."))
    give_up(by=by, round=round, why=why, at=at)
    return round


@transaction.atomic
def confirm_round(*, by: Person, round: Round, why: str = "", at: dt.datetime | None = None) -> list[Game]:
    """Open a game for each table, with everybody in his seat, or seat all in the one game of the event; while
    a round before is not over only for a reason, `why`.

    Raises:
        Refusal: `barred`, `import-unreadable`, `kept-out`, `not-allowed`, `played-out`, `round-before`,
            `round-settled`, `seating-unreadable`, `team-left-out`.
    """
    at = moment(at)
    round = _locked(by, round, at)
    require_not_closed(round.event)
    played = format_named(round.event.format)
    sitting = sitters(round.event, round.planned, at)
    _require_none_left_out(round.tables, sitting)
    present = sitting.people
    _require_everybody(played, round.tables, present)
    require_rounds_before_over(round, why)
    games = open_games(by=by, round=round, present=present, at=at)
    keep_forfeits(by=by, event=round.event, forfeiting=sitting.forfeiting, at=at)
    round.state, round.confirmed_at = Round.State.OPEN, at
    round.save(update_fields=["state", "confirmed_at"])
    opened = {"games": [game.number for game in games]}
    note(by=by, at=at, action="confirm round", thing=round, why=why.strip(), after=opened)
    return games


def _locked(by: Person, round: Round, at: dt.datetime) -> Round:
    """The round under its event's lock, not yet confirmed."""
    require_runs(by, at, round.event, _("seat a round"))
    event = locked_event(round.event)
    fresh: Round = event.rounds.get(pk=round.pk)
    if fresh.state != Round.State.PREVIEW:
        raise Refusal(
            code="round-settled",
            sentence=_("%(round)s is %(state)s.")
            % {"round": capfirst(fresh.label), "state": fresh.get_state_display()},
            rule=_("A round can be seated again until it is confirmed."),
            remedy=_("Plan the next round."),
        )
    fresh.event = event
    return fresh


def _seat(round: Round, mode: str, preferred: int | None, seed: str, tables: Tables, at: dt.datetime) -> None:
    """Fill in the tables of a round that is not yet saved."""
    played = format_named(round.event.format)
    preferred = played.tables.preferred if preferred is None else preferred
    sitting = sitters(round.event, round.planned, at)
    _require_number(played, sitting)
    _require_way(played, mode, preferred)
    if played.seating.bars is None:
        require_open_to(round.event, sitting.to_admit, at)
    round.mode, round.preferred = mode, preferred
    round.seed = seed or (round.seed if played.seating.keeps_seed else "") or new_seed()
    to_seat = ToSeat(
        units=sitting.units,
        mode=mode,
        preferred=preferred,
        seed=round.seed,
        earlier=_earlier_tables(round.event),
        teams=sitting.teams,
        head=sitting.head,
    )
    _write(round, _seated(played, to_seat, tables, sitting))


def _seated(played: Format, to_seat: ToSeat, tables: Tables, sitting: Sitters) -> SeatedTables:
    if to_seat.mode != Round.Mode.HAND:
        return played.seating.units(to_seat)
    whole = {unit[0]: unit for unit in to_seat.units}
    typed = [[sitting.number_typed(player) for player in table] for table in tables]
    own = [[player for player in table if not _is_guest(played, player)] for table in typed]
    read = [[player for first in table for player in whole.get(first, (first,))] for table in own]
    _require_everybody(played, read, sitting.people)
    guests = {
        number: [player for guest in table if _is_guest(played, guest) for player in whole.get(guest[1:], ())]
        for number, table in enumerate(typed, start=1)
    }
    seated = played.seating.by_hand(to_seat, read)
    named = {number: players for number, players in guests.items() if players}
    return replace(seated, guests=named or seated.guests)


def _is_guest(played: Format, typed: str) -> bool:
    """Whether a number is written as that of who sits a second time, with a plus before it."""
    return played.seating.guests and typed.startswith("+")


def _write(round: Round, seated: SeatedTables) -> None:
    round.tables, round.question = seated.tables, dict(seated.question or {})
    round.repeats, round.new_meetings = seated.repeats, seated.new_meetings
    round.guests = {str(table): list(players) for table, players in (seated.guests or {}).items()}


def further_round(event: Event, planned: Planned, number: int) -> Further | None:
    """What is to be said of a round of that number beyond those that an event of this plan has; None of any
    other. No query, three where the format lets an event go on."""
    seating = format_named(event.format).seating
    most = seating.most(planned)
    if most is None or number <= most:
        return None
    if seating.further is not None:
        return seating.further(bare_head(event, "", planned))
    return Further(
        open=False,
        said=_("The teams of this event are seated for all of it."),
        remedy=_("There is nothing to do: they keep their tables to the end."),
    )


def _require_a_round(event: Event, planned: Planned, number: int) -> None:
    beyond = further_round(event, planned, number)
    if beyond is not None and not beyond.open:
        raise Refusal(
            code="no-further-round",
            sentence=str(beyond.said),
            rule=format_named(event.format).seating.rule,
            remedy=str(beyond.remedy),
        )


def _require_number(played: Format, sitting: Sitters) -> None:
    """Refuse fewer players than a round takes, or more teams than one event seats."""
    present, most = sitting.people, played.seating.most_teams
    if len(present) < played.seating.least:
        raise Refusal(
            code="too-few-players",
            sentence=_("%(count)s of at least %(fewest)s players are checked in.")
            % {"count": len(present), "fewest": played.seating.least},
            rule=played.seating.rule,
            remedy=_("Check in the players who are here."),
        )
    if most is not None and len(sitting.units) > most:
        raise Refusal(
            code="too-many-teams",
            sentence=_("%(count)s teams are checked in; one event of %(game)s seats at most %(most)s.")
            % {"count": len(sitting.units), "game": played.title, "most": most},
            rule=played.seating.limit,
            remedy=_("Play as two events: withdraw the extra teams, and enter them in the other."),
        )


def _require_kind(played: Format, kind: str) -> None:
    if kind not in played.seating.kinds:
        raise Refusal(
            code="round-kind-unknown",
            sentence=_("%(game)s has no rounds of the kind “%(kind)s”.")
            % {"game": played.title, "kind": dict(Round.Kind.choices).get(kind, kind)},
            rule=played.seating.rule,
            remedy=_("Choose one of: %(names)s.")
            % {"names": ", ".join(str(Round.Kind(known).label) for known in played.seating.kinds)},
            status=422,
            facts={"field": "kind"},
        )


def _require_way(played: Format, mode: str, preferred: int) -> None:
    if not played.tables.fewest <= preferred <= played.tables.most:
        raise unreadable(
            played, _("A table has %(fewest_players)s to %(most_players)s players."), "preferred"
        )
    if mode not in played.seating.modes:
        raise unreadable(played, _("There is no kind of seating called “%(mode)s”."), "mode", mode=mode)


def _earlier_tables(event: Event) -> tuple[tuple[str, ...], ...]:
    """Who sat together so far: in the games of the event, newcomers too, by game and number; where one game
    is the event, at the tables of its rounds."""
    if format_named(event.format).seats_by_round:
        rounds = event.rounds.confirmed()
        plays = _plays_instead(event)
        return tuple(
            tuple(plays.get(player, player) for player in table) for round in rounds for table in round.tables
        )
    tables: dict[int, list[str]] = {}
    played = GamePlayer.objects.filter(game__event=event).order_by("game", "record_id")
    for game, player in played.values_list("game", "person__number"):
        tables.setdefault(game, []).append(player)
    return tuple(map(tuple, tables.values()))


def _plays_instead(event: Event) -> dict[str, str]:
    """By member number of each who was replaced in his team, who plays at his letter now."""
    members = TeamMember.objects.filter(team__event=event, team__withdrawn_at__isnull=True)
    rows = list(members.values_list("team", "letter", "entry__person__number", "until"))
    now = {(team, letter): player for team, letter, player, until in rows if until is None}
    return {
        player: now[team, letter]
        for team, letter, player, until in rows
        if until is not None and (team, letter) in now
    }


def _require_everybody(played: Format, tables: Tables, present: Mapping[str, Person]) -> None:
    """Refuse tables that leave somebody out, seat somebody twice, or are too small or too large."""
    for number, table in enumerate(tables, start=1):
        if not played.tables.fewest <= len(table) <= played.tables.most:
            sentence = ngettext(
                "Table %(number)s has %(count)s player; a table has %(fewest)s to %(most)s.",
                "Table %(number)s has %(count)s players; a table has %(fewest)s to %(most)s.",
                len(table),
            )
            bounds = {"fewest": played.tables.fewest, "most": played.tables.most}
            raise unreadable(played, sentence, "tables", number=number, count=len(table), **bounds)
    seated = [player for table in tables for player in table]
    for player in seated:
        if player not in present:
            who = person_numbered(number=player) or player
            raise unreadable(played, _("%(player)s is not checked in."), "tables", player=who)
        if seated.count(player) > 1:
            name = present[player].name
            raise unreadable(played, _("%(name)s sits at two places."), "tables", name=name)
    missing = [person.name for number, person in present.items() if number not in seated]
    if missing:
        raise unreadable(played, _("No seat for %(names)s."), "tables", names=", ".join(missing))


def _require_none_left_out(tables: Tables, sitting: Sitters) -> None:
    """Refuse a round in which a team sits of which it came up since that it does not play."""
    seated = {player for table in tables for player in table}
    for team, why in sitting.left_out:
        if seated & set(team.players.values()):
            rule, sentence = why[0]
            raise Refusal(
                code="team-left-out",
                sentence=_("%(team)s is seated, but is not playing: %(why)s")
                % {"team": team.name, "why": sentence},
                rule=rule,
                remedy=_("Seat the round again; it is drawn from the others."),
            )


def _keep(by: Person, at: dt.datetime, round: Round, action: str, why: str) -> None:
    outcome = {
        "mode": round.mode,
        "tables": round.tables,
        "question": round.question,
        **({"guests": round.guests} if round.guests else {}),
    }
    Draw.objects.create(
        round=round,
        purpose=Draw.Purpose.TABLES,
        number=round.draws.count() + 1,
        seed=round.seed,
        outcome=outcome,
        why=why,
        drawn_by=by,
        drawn_at=at,
    )
    after = {"number": round.number, "mode": round.mode, "seed": round.seed, "tables": round.tables}
    note(by=by, at=at, action=action, thing=round, why=why, after=after)
