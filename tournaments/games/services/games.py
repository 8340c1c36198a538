"""Games: opened with their plan and players, of whom none is the Acting Executor of the game.

Rule section: IV (an Acting Executor is appointed to each sanctioned game); readings 10 (the end is fixed
before the first deal) and 73 (executors who play).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.identity.same_person import hold, kept_ids
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment
from sanctioning.kit.prepared_queries import Prepared
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from tournaments.admission.admission import require_open_to
from tournaments.events.models.event import Event
from tournaments.events.services.events import require_runs
from tournaments.executors.selectors.obstacles import facts_about, require_none
from tournaments.executors.services.appointing import appoint_those_of_event
from tournaments.formats.documents import Planned
from tournaments.formats.registry import format_named
from tournaments.games.models import Game, GamePlayer

State = Game.State
# What may come to light about an Acting Executor when somebody sits down.
PARTIAL = ("executor-plays", "executor-conflicted")


@looks_again
def open_game(
    *,
    by: Person,
    event: Event,
    planned: Planned,
    starts_at: dt.datetime | None = None,
    parent: Game | None = None,
    group: str = "",
    at: dt.datetime | None = None,
) -> Game:
    """Open the next game of a sanctioned event, or a group of a parent that was split.

    Raises:
        Refusal: `event-not-sanctioned`, `not-allowed`, `one-game-only`.
    """
    at = moment(at)
    require_runs(by, at, event, _("open games of this event"))
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    if event.sanction is None or event.sanction.state != Sanction.State.GRANTED:
        raise Refusal(
            code="event-not-sanctioned",
            sentence=_("%(event)s has no sanction.") % {"event": event.name},
            rule="IV",
            remedy=_("Apply for one and wait until it is granted."),
        )
    format_named(event.format).plan.require(event, planned)
    numbers = event.games.filter(parent__isnull=True).count() + 1
    if event.sanction.kind == Sanction.Kind.INDIVIDUAL and parent is None and numbers > 1:
        raise Refusal(
            code="one-game-only",
            sentence=_("%(event)s has the individual sanction for one game, which is already open.")
            % {"event": event.name},
            rule=_("IV, reading 65: an individual sanction is for one game."),
            remedy=_("Apply for another sanction."),
        )
    game = Game.objects.create(
        event=event,
        number=parent.number if parent else numbers,
        group=group,
        parent=parent,
        planned=dict(planned),
        starts_at=starts_at or event.starts_at,
        opened_by=by,
        opened_at=at,
    )
    note(by=by, at=at, action="open game", thing=game, after={"planned": dict(planned)})
    return game


@looks_again
def open_table(
    *,
    by: Person,
    event: Event,
    planned: Planned,
    people: Iterable[Person],
    at: dt.datetime | None = None,
) -> Game:
    """Open the next game with its players, in the order in which they sit, or not at all; an Acting Executor
    of the event who may rule it is appointed to it.

    Raises:
        Refusal: `event-not-sanctioned`, `one-game-only` and what `seat_players` raises.
    """
    at = moment(at)
    game = open_game(by=by, event=event, planned=planned, at=at)
    seat_players(by=by, game=game, people=people, at=at)
    appoint_those_of_event(by=by, event=event, games=[game], at=at)
    return game


@transaction.atomic
def seat_players(
    *, by: Person, game: Game, people: Iterable[Person], at: dt.datetime | None = None
) -> list[GamePlayer]:
    """Seat people clockwise in the order given, after those who sit already; no eleventh (W-3).

    The record knows each by member number. Once the game is reported whoever is added came later and has
    no seat of the first deal.

    Raises:
        Refusal: `barred`, `drawn-already`, `game-state`, `kept-out`, `not-allowed`, `seated-already`,
            `table-full`.
    """
    at = moment(at)
    require_runs(by, at, game.event, _("seat players"))
    newcomers = hold(people)
    game = _locked(game)
    _require_unconfirmed(game)
    known = set(game.players.values_list("person_id", flat=True))
    known |= set(kept_ids(known).values())
    twice = next((person for person in newcomers if person.pk in known), None)
    if twice or len({person.pk for person in newcomers}) < len(newcomers):
        raise Refusal(
            code="seated-already",
            sentence=_("%(player)s is already in this game.")
            % {"player": twice.name if twice else _("A player")},
            rule="I/Players",
            remedy=_("Leave out the name."),
        )
    require_open_to(game.event, newcomers, at, game)
    if game.acting_executor:
        facts = facts_about([game], [game.acting_executor])
        joining = {person.pk for person in newcomers}
        require_none(facts, game, game.acting_executor, joining=joining, only=PARTIAL)
    players = GamePlayer.objects.bulk_create(
        GamePlayer(game=game, person=person, record_id=person.number, seat=seat)
        for person, seat in zip(newcomers, _seats_for(game, len(newcomers)), strict=True)
    )
    numbers = [person.number for person in newcomers]
    note(by=by, at=at, action="seat players", thing=game, after={"players": numbers})
    return players


def locked_game(game_id: int) -> Game:
    """The game under its row's lock, so that two who act on it act one after the other."""
    Game.objects.select_for_update(no_key=True).get(pk=game_id)
    [game] = _WITH_ITS_EVENT(game_id)
    return game


_WITH_ITS_EVENT = Prepared(
    lambda game: (
        Game.objects.select_related(
            "event__club",
            "event__sanction__level",
            "event__sanction__type",
            "event__sanction__articles",
            "event__sanction__rule_set",
            "acting_executor__person",
        )
        .filter(pk=game)
        .order_by()
    )
)


def require_state(game: Game, states: Iterable[str], *, rule: str, remedy: str) -> None:
    """Refuse a game that is in none of these states."""
    if game.state not in states:
        raise Refusal(
            code="game-state",
            sentence=_("This game is %(state)s.") % {"state": game.get_state_display()},
            rule=rule,
            remedy=remedy,
            facts={"state": game.state},
        )


def set_state(game: Game, to: Game.State, *, only_from: Iterable[str]) -> None:
    """Move a locked game on; refuses where it stands elsewhere.

    Raises:
        Refusal: `game-state`.
    """
    require_state(
        game,
        only_from,
        rule=_("A game is reported, then confirmed, then certified; a certified result is final."),
        remedy=_("Look at the game as it is now. A certified game only changes by a ruling or an appeal."),
    )
    game.state = to
    game.save(update_fields=["state"])


def require_before_first_deal(game: Game) -> None:
    """Refuse once the first stanza is reported: seats and opening draw are fixed by then."""
    if game.state != State.OPEN:
        raise Refusal(
            code="dealt-already",
            sentence=_("The first deal of %(game)s is over.") % {"game": game.place},
            rule=_("I/Scorekeeper and First Dealer: the draw comes before the first deal."),
            remedy=_("Ask the Acting Executor for a ruling."),
        )


def _seats_for(game: Game, people: int) -> list[int | None]:
    """The next seats clockwise; none after the first deal, or where the game is the whole event."""
    played = format_named(game.event.format)
    if game.state != State.OPEN or not played.draws_seats:
        return [None] * people
    if game.opening_draw:
        raise Refusal(
            code="drawn-already",
            sentence=_("Cards are drawn at %(game)s.") % {"game": game.place},
            rule=_("I/Scorekeeper and First Dealer: all who are seated draw."),
            remedy=_("Put the cards back first, with a reason, or let the player join after the first deal."),
        )
    taken = game.players.filter(seat__isnull=False).count()
    if taken + people > played.tables.most:
        raise Refusal(
            code="table-full",
            sentence=_("%(value)s players are too many for one table.") % {"value": taken + people},
            rule=_("I/Players: %(fewest)s to %(most)s play.")
            % {"fewest": played.tables.fewest, "most": played.tables.most},
            remedy=_("Seat the others at another table, or split the game."),
        )
    return list(range(taken + 1, taken + people + 1))


def _locked(game: Game) -> Game:
    return locked_game(game.pk)


def _require_unconfirmed(game: Game) -> None:
    require_state(
        game,
        (State.OPEN, State.PLAYING, State.REPORTED),
        rule=_("Who played and who ruled is final once the final sheet is confirmed."),
        remedy=_("Ask the Acting Executor for a ruling."),
    )
