"""Who left their last table before it was over and is still checked in: the next round would seat them.

Purpose: whoever seats the next round is asked about each. Invariants: nobody who sits at a table, or is
seated at one that has not begun; nobody who got up after its last stanza.
Rule section: I/Players (everyone present sits); reading 34 (leaving takes effect between stanzas).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce

from tournaments.entries.selectors.entries import EntryLine
from tournaments.events.models.event import Event
from tournaments.games.models import Game, GamePlayer
from tournaments.tables.models.stay import Stay


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaver:
    """`entry` names the entry in addresses; `walked_out` of a stanza, as was ruled, else between two."""

    entry: int
    name: str
    place: str
    walked_out: bool


def leavers_of(event: Event, entered: Sequence[EntryLine]) -> tuple[Leaver, ...]:
    """Of those who are checked in. Two queries."""
    left = _left_early(event)
    return tuple(
        Leaver(entry=line.id, name=line.name, place=stay.player.game.place, walked_out=stay.walked_out)
        for line in entered
        if line.present and (stay := left.get(line.kept_number)) is not None
    )


def _left_early(event: Event) -> dict[str, Stay]:
    """By kept member number the last stay of each whose last table went on, or goes on, without them."""
    stays = Stay.objects.filter(player__game__event=event).exclude(player__game__state=Game.State.VOID)
    stays = stays.select_related("player__game__round").order_by("pk")
    last: dict[str, Stay] = {}
    for stay in stays.annotate(
        number=Coalesce("player__person__merged_into__number", "player__person__number")
    ):
        last[stay.number] = stay
    begun = Exists(Stay.objects.filter(player__game=OuterRef("game")))
    waiting_for_cards = GamePlayer.objects.filter(~begun, game__event=event, seat__isnull=False)
    seated = set(
        waiting_for_cards.exclude(game__state=Game.State.VOID).values_list(
            Coalesce("person__merged_into__number", "person__number"), flat=True
        )
    )
    return {number: stay for number, stay in last.items() if number not in seated and _went_on(stay)}


def _went_on(stay: Stay) -> bool:
    game = stay.player.game
    if stay.until is None:
        return False
    return stay.walked_out or stay.until < game.stanzas_played or game.state in Game.RUNNING
