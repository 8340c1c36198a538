"""Where a group after a split takes up its parent's game: the `start` of its record, as since corrected.

Rule section: II (splitting a game; W-91 to W-97), readings 42 and 43.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules_engine.whoopie import record_writing as composing
from rules_engine.whoopie import splitting
from rules_engine.whoopie.averages import truncated_average
from rules_engine.whoopie.document import StartDocument
from rules_engine.whoopie.hand_sizes import Hand
from tournaments.games.game_families import GOES_ON, Family, StanzaPlace
from tournaments.games.models import Game
from tournaments.games.record_names import record_name
from tournaments.tables.models.sheet import Sheet, Split


def start_of(family: Family, group: Game, split: Split, sheets: Mapping[int, Sheet]) -> StartDocument:
    """The `start` of a group, from the parent's sheet and the members' own; `sheets` by game."""
    parent = family.games[split.game_id]
    sheet = sheets[parent.pk]
    average = truncated_average(list(sheet.scores_after(split.after_stanza).values()))
    members = [stay for stay in family.stays_in(group) if stay.left_of_id is None]
    scores = {
        stay.player.record_id: average
        if stay.came_from_id is None
        else sheets[stay.came_from_id].score_after(stay.player.record_id, stay.came_after or 0)
        for stay in members
    }
    if group.group == parent.group + GOES_ON:
        for record_id, game_id, stanza in split.carried:
            scores[record_id] = sheets[game_id].score_after(record_id, stanza)
        for record_id, place in _fallen_back(family, group):
            scores.setdefault(record_id, sheets[place.game_id].score_after(record_id, place.stanza))
    first = splitting.offspring(
        *(len(sheet.scores_after(split.after_stanza)), *last_hand_of(sheet)),
        [len(members)],
        sheet.check_document["player_hands"],
    )
    return {
        "parent": record_name(parent),
        "group": group.group.removeprefix(parent.group),
        "after_stanza": split.after_stanza,
        "cards": first.cards,
        "direction": first.direction,
        "scores": scores,
        "average": average,
        "player_hands": first.player_hands,
    }


def _fallen_back(family: Family, group: Game) -> Iterator[tuple[str, StanzaPlace]]:
    """Who never sat in the group and is ranked there since a group of its own never played."""
    sat = {stay.player_id for stay in family.stays_in(group)}
    for player in family.players_of(group):
        place, home = family.last_stanza.get(player.person_id), family.ranked_in(player.person_id)
        if player.pk not in sat and place is not None and home is not None and home.pk == group.pk:
            yield player.record_id, place


def last_hand_of(sheet: Sheet) -> Hand:
    """The hand of the last stanza of a sheet and the direction of its movement."""
    start = sheet.start
    stanzas = sheet.check_document["stanzas"]
    dealt = [(stanza["cards"], len(lineup)) for stanza, lineup in zip(stanzas, sheet.lineups, strict=True)]
    return composing.last_hand((start["cards"], start["direction"]) if start else None, dealt)
