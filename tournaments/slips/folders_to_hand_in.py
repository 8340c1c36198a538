"""An event read for a slip that is handed in: from what this process remembers, where that is still so."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from sanctioning.kit.prepared_queries import Prepared
from sanctioning.people.models.person import Person
from tournaments.games.models import Game
from tournaments.slips.event_folders import EventFolder, Reading, folder_from, played_by
from tournaments.slips.event_memory import Remembered, recall, stamps_of
from tournaments.slips.selectors.standing_slips import NOTHING, SlipRow, rows_since
from tournaments.teams.selectors.teams import bare_head, with_canons


def folder_to_hand_in(
    by: Person, game_id: int, keys: Collection[str]
) -> tuple[EventFolder, dict[str, SlipRow]]:
    """What is recorded of the game of an event, which is locked, and the slips of any game that were sent
    under these keys. Three queries where this process took the slip before it; nobody who reported or signed
    is loaded.

    Raises:
        Refusal: `event-not-sanctioned`, `no-slips`, `other-rule-set`.
    """
    [game] = _LOCKED(game_id)
    played, slipping, rule_set = played_by(game)
    stamps, event = stamps_of(game), game.event
    made_of = (rule_set.slug, event.slug, event.starts_at, event.format, game.planned, stamps.of_head)
    known = recall(game)
    head = (
        known.head
        if known and known.made_of == made_of
        else bare_head(game.event, rule_set.slug, game.planned)
    )
    before = known.slips if known and known.stamps.merges == stamps.merges else NOTHING
    rows = rows_since(game, before, keys)
    if not before.is_among(rows):
        before = NOTHING
        rows = rows_since(game, before, keys)
    own = [row for row in rows if row != before.last]
    standing = before.with_rows(own)
    canonical = with_canons(game.event, head) if stamps.canon_steps or stamps.sat_out else head
    reading = Reading(
        now=Remembered(stamps=stamps, made_of=made_of, head=head, slips=standing.knowing(by)),
        before=known if known and before is known.slips else None,
        changed=frozenset(row.place for row in own),
    )
    folder = folder_from(game, played, slipping, rule_set, canonical, standing)
    sent = {row.idempotency_key: row for row in rows if row.idempotency_key in keys}
    return replace(folder, reading=reading), sent


_LOCKED: Final = Prepared(
    lambda game: (
        Game.objects.select_for_update(of=("self",), no_key=True)
        .select_related("event__club", "event__sanction__rule_set")
        .filter(pk=game)
        .order_by()
    )
)
"""Locked and read in one: what is read with it hangs on the event of the game, which never changes."""
