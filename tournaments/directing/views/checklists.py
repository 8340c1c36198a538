"""What is still missing before an event begins, and before it is closed: each thing by name, with the page on
which it is done.

Terms: item (one thing to be had; done, or what is missing of it), ahead (of tables, entries or a sanction
that are not there yet, so neither).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rules_engine.table_size import FEWEST_PLAYERS
from sanctioning.sanctions.models import Sanction
from sanctioning.templatetags.saas import game_url
from tournaments.directing.selectors.floor import Floor, FloorTable
from tournaments.events.models.event import Event
from tournaments.games.models import Game

State = Game.State
Wants = Callable[[FloorTable], bool]
PageOf = Callable[[FloorTable], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPaper:
    what: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """`rest` counts what is missing beyond what is named."""

    title: str
    missing: tuple[MissingPaper, ...]
    rest: int = 0
    ahead: bool = False

    @property
    def done(self) -> bool:
        return not self.missing and not self.ahead


MOST_NAMED = 12


def before_start(event: Event, floor: Floor, *, appoints: bool = False) -> tuple[Item, ...]:
    """Sanction, fee, players, tables, executors, seats, draws and the planned end; for whoever `appoints`
    executors too, with the way there."""
    return (
        _sanction(event),
        _fee(event),
        _players(event, floor),
        _tables(event, floor),
        _executors(event, floor, appoints=appoints),
        _of_tables(
            event,
            floor,
            _("Three or more sit at each table"),
            lambda floor_table: (
                floor_table.table.state == State.OPEN and len(floor_table.table.seats) < FEWEST_PLAYERS
            ),
            "floor",
        ),
        _seated(event, floor),
        _of_tables(
            event,
            floor,
            _("Scorekeeper and First Dealer are drawn"),
            lambda floor_table: _wants_draw(floor_table) or floor_table.table.unkept,
            lambda floor_table: "opening-draw" if _wants_draw(floor_table) else "table",
        ),
        _of_tables(
            event,
            floor,
            _("Each game has its planned end"),
            lambda floor_table: floor_table.table.live and not floor_table.table.planned,
            "table",
        ),
    )


def before_closing(event: Event, floor: Floor) -> tuple[Item, ...]:
    """Games to close, calls, findings, confirmations, certifications, the till."""
    return (
        _of_tables(
            event, floor, _("Every game is closed"), lambda floor_table: floor_table.table.live, "table"
        ),
        _of_tables(
            event, floor, _("Every call is answered"), lambda floor_table: bool(floor_table.calls), "calls"
        ),
        _of_tables(
            event,
            floor,
            _("Every error that was found is corrected or settled"),
            lambda floor_table: floor_table.errors > 0,
            "table",
        ),
        _of_tables(
            event,
            floor,
            _("A second person has confirmed each final sheet"),
            lambda floor_table: floor_table.table.live or floor_table.table.state == State.REPORTED,
            "game",
        ),
        _of_tables(
            event,
            floor,
            _("The Acting Executor has certified each game"),
            lambda floor_table: (
                floor_table.table.live or floor_table.table.state in (State.REPORTED, State.CONFIRMED)
            ),
            "game",
        ),
        _round(event, floor),
        _till(event, floor),
    )


def _sanction(event: Event) -> Item:
    path, sanction = reverse("application", args=[event.slug]), event.sanction
    missing = []
    if sanction is None:
        missing = [MissingPaper(what=_("no sanction is applied for"), path=path)]
    elif sanction.state != Sanction.State.GRANTED:
        missing = [MissingPaper(what=str(sanction.get_state_display()), path=path)]
    return Item(title=_("The sanction is granted"), missing=tuple(missing))


def _fee(event: Event) -> Item:
    """A sanction that waits for its fee is not granted before the invoice is paid."""
    state = event.sanction.state if event.sanction else ""
    missing = MissingPaper(what=_("the invoice is open"), path=reverse("application", args=[event.slug]))
    return Item(
        title=_("The fee of the sanction is paid"),
        missing=(missing,) if state == Sanction.State.APPROVED else (),
        ahead=state not in (Sanction.State.APPROVED, Sanction.State.GRANTED),
    )


def _players(event: Event, floor: Floor) -> Item:
    path = reverse("check-in", args=[event.slug])
    if not floor.entries.entered:
        missing = [MissingPaper(what=_("nobody is entered"), path=reverse("manage-event", args=[event.slug]))]
        return Item(title=_("The players are there"), missing=tuple(missing))
    absent = [line.name for line in floor.entries.entered if not line.present]
    return _named(_("The players are there"), [MissingPaper(what=name, path=path) for name in absent])


def _tables(event: Event, floor: Floor) -> Item:
    path, missing = reverse("rounds", args=[event.slug]), []
    if floor.round_to_confirm:
        missing = [MissingPaper(what=_("a round is seated and waiting to be confirmed"), path=path)]
    elif not floor.tables:
        missing = [MissingPaper(what=_("no game is opened"), path=path)]
    return Item(title=_("The tables are open"), missing=tuple(missing))


def _executors(event: Event, floor: Floor, *, appoints: bool) -> Item:
    """Of the tables; before any is open, of the event, whose executor each table gets."""
    title = _("Each game has an Acting Executor")
    if floor.tables or event.executors.exists():
        return _of_tables(
            event,
            floor,
            title,
            lambda floor_table: floor_table.table.live and not floor_table.table.acting_executor,
            "event-executors" if appoints else "game",
        )
    missing = MissingPaper(
        what=_("none is appointed to the event; the Managing Executor appoints one"),
        path=reverse("event-executors" if appoints else "manage-event", args=[event.slug]),
    )
    return Item(title=title, missing=(missing,))


def _seated(event: Event, floor: Floor) -> Item:
    floor_path = reverse("floor", args=[event.slug])
    missing = [
        MissingPaper(what=line.name, path=f"{floor_path}?player={line.number}#panel")
        for line in floor.without_table
    ]
    item = _named(_("Everyone who is here has a table"), missing)
    return replace(item, ahead=not floor.tables)


def _round(event: Event, floor: Floor) -> Item:
    missing = MissingPaper(
        what=_("one is waiting to be confirmed"), path=reverse("rounds", args=[event.slug])
    )
    return Item(
        title=_("No round is waiting to be confirmed"),
        missing=(missing,) if floor.round_to_confirm else (),
        ahead=not (floor.tables or floor.round_to_confirm),
    )


def _till(event: Event, floor: Floor) -> Item:
    owing = [line.name for line in floor.entries.entered if line.owes]
    path = reverse("check-in", args=[event.slug])
    item = _named(_("Entry fees are paid or waived"), [MissingPaper(what=name, path=path) for name in owing])
    return replace(item, ahead=not floor.entries.entered)


def _wants_draw(floor_table: FloorTable) -> bool:
    return floor_table.table.state == State.OPEN and not floor_table.table.drawn


def _of_tables(event: Event, floor: Floor, title: str, wants: Wants, page: str | PageOf) -> Item:
    item = _named(title, list(_missing(event, floor, wants, page)))
    return replace(item, ahead=not floor.tables)


def _missing(event: Event, floor: Floor, wants: Wants, page_of: str | PageOf) -> Iterator[MissingPaper]:
    for floor_table in floor.tables:
        if wants(floor_table):
            table = floor_table.table
            page = page_of if isinstance(page_of, str) else page_of(floor_table)
            if page == "floor":
                path = f"{reverse(page, args=[event.slug])}#table-{table.number}{table.group}"
            elif page == "event-executors":
                path = reverse(page, args=[event.slug])
            else:
                path = game_url(event.slug, table.number, table.group, page)
            yield MissingPaper(what=capfirst(table.place_in_round), path=path)


def _named(title: str, missing: list[MissingPaper]) -> Item:
    return Item(title=title, missing=tuple(missing[:MOST_NAMED]), rest=max(0, len(missing) - MOST_NAMED))
