"""What the floor says of a table: what needs somebody there, in words, and where it is seen to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from sanctioning.templatetags.saas import game_url
from tournaments.directing.selectors.floor import FloorTable
from tournaments.events.models.event import Event

# Of each need what the director reads, and the page of the game, or the place on it, where it is seen to.
NEEDS: Final[dict[str, tuple[str | Promise, str]]] = {
    "call": (_("calls the Acting Executor"), "calls"),
    "errors": (_("has errors"), "table"),
    "executor": (_("has no Acting Executor"), "game"),
    "keeper": (_("has nobody to keep score: the Acting Executor names somebody"), "table#rule"),
    "too-few": (_("has too few players"), "table"),
    "draw": (_("has not drawn its cards"), "opening-draw"),
    "places": (_("draws for places"), "table"),
    "split": (_("may be split"), "table"),
    "over": (_("has reached its planned end: close it"), "table#close"),
    "quiet": (_("has not reported for a long time"), "table"),
    "unstarted": (_("has not begun"), "table"),
    "confirm": (_("is waiting for a second person"), "sheets"),
    "certify": (_("is waiting to be certified"), "game"),
}
# What only the Acting Executor sees to, and the page where they do if it is another than the director's.
FOR_EXECUTOR: Final = frozenset({"call", "errors", "keeper", "places", "split", "certify"})
RULED: Final = {"certify": "certify"}
TO_EXECUTOR: Final = {"call": _("calls you")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    said: str | Promise
    path: str


SHEET_NEEDS: Final = ("confirm", "certify")
"""What a table waits for whose play is over, and which *Final sheets* has for all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorCard:
    """A table of the floor with what needs somebody there, in words."""

    on: FloorTable
    label: str
    needs: tuple[Need, ...]
    split: bool


TO_DRAW: Final = frozenset({"draw", "unstarted"})
"""What a table of a round waits for whose cards are still to be drawn, which is done for all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingTables:
    """Tables of one round that wait for nothing but the same step: with their final sheets, or the draw."""

    need: str
    round: str
    round_id: int
    cards: tuple[FloorCard, ...]


def with_sheets_apart(cards: Iterable[FloorCard]) -> tuple[list[FloorCard], list[WaitingTables]]:
    """Those that need somebody each for itself, and together those that only wait with their sheets, or for
    the draw of their round."""
    alone: list[FloorCard] = []
    together: dict[tuple[str, str, int], list[FloorCard]] = {}
    for card in cards:
        [need, *others] = card.on.needs
        draws = need == "draw" and bool(card.on.table.round_id) and TO_DRAW.issuperset(others)
        if draws or (need in SHEET_NEEDS and not others):
            together.setdefault((need, card.on.table.round, card.on.table.round_id), []).append(card)
        else:
            alone.append(card)
    groups = [
        WaitingTables(need=need, round=round, round_id=round_id, cards=tuple(waiting))
        for (need, round, round_id), waiting in together.items()
        if len(waiting) > 1
    ]
    alone += [waiting[0] for waiting in together.values() if len(waiting) == 1]
    return alone, groups


def card_of(event: Event, floor_table: FloorTable, *, appoints: bool = False) -> FloorCard:
    """With the way to appointing for somebody who `appoints` executors too."""
    table = floor_table.table
    appointing = {"executor": reverse("event-executors", args=[event.slug])} if appoints else {}
    return FloorCard(
        on=floor_table,
        label=f"{table.number}{table.group}",
        needs=tuple(
            Need(
                said=NEEDS[need][0], path=appointing.get(need) or _page_of(event, floor_table, NEEDS[need][1])
            )
            for need in floor_table.needs
        ),
        split="split" in floor_table.needs,
    )


def ruled_card_of(event: Event, floor_table: FloorTable) -> FloorCard:
    """The same for whoever rules the table, with what they alone see to."""
    needs = [need for need in floor_table.needs if need in FOR_EXECUTOR]
    pages = [(TO_EXECUTOR.get(need, NEEDS[need][0]), RULED.get(need, NEEDS[need][1])) for need in needs]
    return replace(
        card_of(event, replace(floor_table, needs=tuple(needs))),
        needs=tuple(Need(said=words, path=_page_of(event, floor_table, page)) for words, page in pages),
    )


def _page_of(event: Event, floor_table: FloorTable, page: str) -> str:
    if page == "sheets":
        label = f"{floor_table.table.number}{floor_table.table.group}"
        return f"{reverse('final-sheets', args=[event.slug])}#sheet-{label}"
    page, mark, place = page.partition("#")
    if page == "table" and not floor_table.table.live:
        page = "game"
    return game_url(event.slug, floor_table.table.number, floor_table.table.group, page) + mark + place
