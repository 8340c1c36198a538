"""What a format tells the site of a record."""

from __future__ import annotations

import pytest

from sanctioning.kit.refusals import Refusal
from scoring.demo.sample_records import as_file, sample
from tournaments.formats.format import Ranked
from tournaments.formats.registry import FORMATS, format_named


def test_a_group_after_a_split_counts_its_own_player_hands() -> None:
    """Player-hands carried from the parent are in the total and not in its own."""
    record = sample("sample-4-players")
    players = record["seats"]
    record["start"] = {
        "parent": "parent",
        "group": "B",
        "after_stanza": 3,
        "cards": 1,
        "direction": "up",
        "scores": dict.fromkeys([*players, "p09"], 10),
        "average": 10,
        "player_hands": 40,
    }
    del record["final"]
    for stanza in record["stanzas"]:
        stanza["scores"] = {player: score + 10 for player, score in stanza["scores"].items()}
    whoopie = format_named("whoopie")
    check = whoopie.check(as_file(record))
    assert check.findings == ()
    result = whoopie.result(record, check.document)
    assert (result.player_hands, result.own_player_hands, result.stanzas) == (96, 56, 14)
    assert result.ranking[0] == Ranked(place=1, player="p01", score=19, extrapolated=0)
    assert sorted(check.players) == players


def test_formats_are_known_by_their_slugs() -> None:
    assert {slug: played.slug for slug, played in FORMATS.items()} == {slug: slug for slug in FORMATS}
    with pytest.raises(Refusal) as refusal:
        format_named("bridge")
    assert refusal.value.code == "format-unknown"
