"""Rounds: everybody present is divided into tables, seen before it is confirmed, and then the games open.

Invariants: what was drawn first is stored at once and every draw is kept; a new one needs a reason.
Everybody present sits exactly once.
Rule section: I/Players (W-3); reading 10 (the end of a game is fixed before the first deal).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine import seating
from rules_engine.decide import answer
from rules_engine.whoopie.hand_sizes import FEWEST_PLAYERS, MOST_PLAYERS
from sanctioning.clock import moment
from sanctioning.models import Person
from sanctioning.refusal import Refusal
from sanctioning.services.audit import note
from tournaments.formats import format_named
from tournaments.models import Draw, Event, Game, GamePlayer, Round
from tournaments.services.admission import require_unbarred
from tournaments.services.draws import new_seed
from tournaments.services.entries import locked_event
from tournaments.services.events import require_reason, require_runs
from tournaments.services.games import open_game, seat_players

RULE: Final = "I/Players"
ROUND_ACTS: Final = ("confirm", "again", "discard")
Tables = Sequence[Sequence[str]]


@transaction.atomic
def plan_round(
    *,
    by: Person,
    event: Event,
    planned: Mapping[str, Any],
    mode: str = Round.Mode.DRAW,
    preferred: int = seating.PREFERRED,
    seed: str = "",
    tables: Tables = (),
    name: str = "",
    kind: str = Round.Kind.ORDINARY,
    starts_at: dt.datetime | None = None,
    at: dt.datetime | None = None,
) -> Round:
    """Seat everybody who is checked in; by hand `tables` holds the member numbers at each.

    Seats are drawn in any case.
    """
    at = moment(at)
    require_runs(by, at, event, _("seat a round"))
    event = locked_event(event)
    format_named(event.format).read_plan(planned)
    if event.rounds.filter(state=Round.State.PREVIEW).exists():
        raise Refusal(
            code="round-open",
            sentence=_("A round waits to be confirmed."),
            rule=_("One round is seated at a time."),
            remedy=_("Confirm it, or discard it for a reason."),
        )
    made = Round(
        event=event,
        number=event.rounds.exclude(state=Round.State.DISCARDED).count() + 1,
        name=name.strip(),
        kind=kind,
        planned=dict(planned),
        starts_at=starts_at or max(event.starts_at, at),
        planned_by=by,
        planned_at=at,
    )
    _seat(made, mode, preferred, seed, tables, at)
    made.save()
    _keep(by, at, made, "plan round", "")
    return made


@transaction.atomic
def seat_round_again(
    *,
    by: Person,
    round: Round,
    why: str,
    mode: str,
    preferred: int = seating.PREFERRED,
    seed: str = "",
    tables: Tables = (),
    at: dt.datetime | None = None,
) -> Round:
    """New tables for a reason, of those who are checked in now; what was drawn before is kept."""
    at = moment(at)
    round = _locked(by, round, at)
    require_reason(why, _("A round is seated again only for a reason."))
    _seat(round, mode, preferred, seed, tables, at)
    round.save()
    _keep(by, at, round, "seat round again", why.strip())
    return round


@transaction.atomic
def discard_round(*, by: Person, round: Round, why: str, at: dt.datetime | None = None) -> Round:
    """Give up a round that was not confirmed; it is kept with its draws."""
    at = moment(at)
    round = _locked(by, round, at)
    require_reason(why, _("A round that was seated is discarded only for a reason."))
    round.state = Round.State.DISCARDED
    round.save(update_fields=["state"])
    note(by=by, at=at, action="discard round", thing=round, why=why, before={"tables": round.tables})
    return round


@transaction.atomic
def confirm_round(*, by: Person, round: Round, at: dt.datetime | None = None) -> list[Game]:
    """Open a game for each table, with everybody in his seat."""
    at = moment(at)
    round = _locked(by, round, at)
    present = _present(round.event)
    _require_everybody(round.tables, present)
    games = []
    for number, table in enumerate(round.tables, start=1):
        game = open_game(by=by, event=round.event, planned=round.planned, starts_at=round.starts_at, at=at)
        game.round, game.table = round, number
        game.save(update_fields=["round", "table"])
        seat_players(by=by, game=game, people=[present[player] for player in table], at=at)
        games.append(game)
    round.state = Round.State.OPEN
    round.save(update_fields=["state"])
    note(by=by, at=at, action="confirm round", thing=round, after={"games": [game.number for game in games]})
    return games


def _locked(by: Person, round: Round, at: dt.datetime) -> Round:
    """The round under its event's lock, not yet confirmed."""
    require_runs(by, at, round.event, _("seat a round"))
    event = locked_event(round.event)
    found: Round = event.rounds.get(pk=round.pk)
    if found.state != Round.State.PREVIEW:
        raise Refusal(
            code="round-settled",
            sentence=_("%(round)s is %(state)s.")
            % {"round": capfirst(found.label), "state": found.get_state_display()},
            rule=_("A round is seated until it is confirmed."),
            remedy=_("Plan the next round."),
        )
    found.event = event
    return found


def _present(event: Event) -> dict[str, Person]:
    """Everybody who is checked in, by member number, in the order of the numbers."""
    entries = event.entries.filter(checked_in_at__isnull=False).select_related("person")
    return {entry.person.number: entry.person for entry in entries.order_by("person__number")}


def _seat(made: Round, mode: str, preferred: int, seed: str, tables: Tables, at: dt.datetime) -> None:
    """Fill in the tables of a round that is not yet saved."""
    present = _present(made.event)
    if len(present) < FEWEST_PLAYERS:
        raise Refusal(
            code="too-few-players",
            sentence=_("%(count)s of at least %(fewest)s players are checked in.")
            % {"count": len(present), "fewest": FEWEST_PLAYERS},
            rule=RULE,
            remedy=_("Check in those who are there."),
        )
    if not FEWEST_PLAYERS <= preferred <= MOST_PLAYERS:
        raise _unreadable(
            _("A table has %(fewest_players)s to %(most_players)s players.")
            % {"fewest_players": FEWEST_PLAYERS, "most_players": MOST_PLAYERS},
            "preferred",
        )
    if mode not in Round.Mode.values:
        raise _unreadable(_("There is no way of seating called “%(mode)s”.") % {"mode": mode}, "mode")
    require_unbarred(made.event, list(present.values()), at)
    made.mode, made.preferred, made.seed = mode, preferred, seed or new_seed()
    earlier = _earlier_tables(made.event)
    if mode == Round.Mode.HAND:
        read = [[player.strip().upper() for player in table] for table in tables]
        _require_everybody(read, present)
        done = seating.counted(seating.seats_drawn(read, list(present), made.seed), seating.meetings(earlier))
        made.question = {}
        made.tables = [list(table) for table in done.tables]
        made.repeats, made.new_meetings = done.repeats, done.new_meetings
        return
    made.question = {
        "players": list(present),
        "preferred": preferred,
        "mode": mode,
        "seed": made.seed,
        "earlier": earlier,
    }
    given: Any = answer("seating", made.question)
    made.tables, made.repeats, made.new_meetings = given["tables"], given["repeats"], given["new_meetings"]


def _earlier_tables(event: Event) -> list[list[str]]:
    """Who sat together in the games of the event so far, newcomers too; by game and number."""
    tables: dict[int, list[str]] = {}
    played = GamePlayer.objects.filter(game__event=event).order_by("game", "record_id")
    for game, player in played.values_list("game", "person__number"):
        tables.setdefault(game, []).append(player)
    return list(tables.values())


def _require_everybody(tables: Tables, present: Mapping[str, Person]) -> None:
    """Refuse tables that leave somebody out, seat somebody twice, or are too small or too large."""
    for number, table in enumerate(tables, start=1):
        if not FEWEST_PLAYERS <= len(table) <= MOST_PLAYERS:
            raise _unreadable(
                ngettext(
                    "Table %(number)s has %(count)s player; a table has %(fewest)s to %(most)s.",
                    "Table %(number)s has %(count)s players; a table has %(fewest)s to %(most)s.",
                    len(table),
                )
                % {"number": number, "count": len(table), "fewest": FEWEST_PLAYERS, "most": MOST_PLAYERS},
                "tables",
            )
    seated = [player for table in tables for player in table]
    for player in seated:
        if player not in present:
            raise _unreadable(_("%(player)s is not checked in.") % {"player": player}, "tables")
        if seated.count(player) > 1:
            raise _unreadable(_("%(name)s sits at two places.") % {"name": present[player].name}, "tables")
    missing = [person.name for number, person in present.items() if number not in seated]
    if missing:
        raise _unreadable(_("No seat for %(names)s.") % {"names": ", ".join(missing)}, "tables")


def _unreadable(sentence: str, field: str) -> Refusal:
    return Refusal(
        code="seating-unreadable",
        sentence=sentence,
        rule=_("%(rule)s: everybody present sits once, at a table of %(fewest_players)s to %(most_players)s.")
        % {"rule": RULE, "fewest_players": FEWEST_PLAYERS, "most_players": MOST_PLAYERS},
        remedy=_("Correct the tables, or the check-in list."),
        status=422,
        facts={"field": field},
    )


def _keep(by: Person, at: dt.datetime, made: Round, action: str, why: str) -> None:
    outcome = {"mode": made.mode, "tables": made.tables, "question": made.question}
    Draw.objects.create(
        round=made,
        purpose=Draw.Purpose.TABLES,
        number=made.draws.count() + 1,
        seed=made.seed,
        outcome=outcome,
        why=why,
        drawn_by=by,
        drawn_at=at,
    )
    after = {"number": made.number, "mode": made.mode, "seed": made.seed, "tables": made.tables}
    note(by=by, at=at, action=action, thing=made, why=why, after=after)
