"""When penalty cards lay open and incidents and findings happened, in stanzas played by hand."""

from __future__ import annotations

import pytest

from rules_engine.whoopie.reader.game import record_of
from rules_engine.whoopie.replay.moments import moments, taken_before
from rules_engine.whoopie.replay.stanza import replay_stanza
from tests.rules_engine.records import Json, one_stanza

TWO = "A KS, B 2S, C 3S\nA 5H, B 6H, C 7H"


def with_incidents(*incidents: Json, tricks: str = TWO) -> Json:
    record = one_stanza(tricks, "JD")
    record["stanzas"][0]["incidents"] = list(incidents)
    return record


def moments_of(record: Json):
    return moments(record_of(record).stanzas[0])


def test_an_exposed_card_lies_open_until_its_owner_plays_it() -> None:
    exposed = {"kind": "exposed-card", "player": "B", "card": "6H", "trick": 1, "on_table": 1}
    [card] = moments_of(with_incidents(exposed)).exposed
    assert card == ("B", "6H", 1, 5)


def test_a_card_exposed_without_a_moment_lies_open_after_the_trick() -> None:
    [card] = moments_of(
        with_incidents({"kind": "exposed-card", "player": "C", "card": "7H", "trick": 1})
    ).exposed
    assert (card.since, card.until) == (3, 6)


def test_a_card_never_played_stays() -> None:
    exposed = {"kind": "exposed-card", "player": "B", "card": "AC", "trick": 1, "on_table": 0}
    [card] = moments_of(with_incidents(exposed)).exposed
    assert (card.since, card.until) == (0, None)


def test_a_revoke_corrected_leaves_its_card_when_the_trick_ends() -> None:
    revoke = {"kind": "revoke-corrected", "player": "B", "card": "6H", "trick": 1}
    shown = moments_of(with_incidents(revoke))
    assert shown.exposed[0].since == shown.incidents[0] == 3


@pytest.mark.parametrize(
    ("incident", "moment"),
    [
        ({"kind": "illegal-bid", "player": "A", "bid": 9}, 0),
        ({"kind": "misdeal", "reason": "dropped"}, 0),
        ({"kind": "no-whoopie-call", "player": "C", "trick": 2}, 6),
        ({"kind": "revoke-other", "player": "B", "trick": 1}, 2),
        ({"kind": "type-1", "player": "A", "grounds": "improper-information"}, 6),
    ],
)
def test_incidents_stand_at_their_moment(incident: Json, moment: int) -> None:
    assert moments_of(with_incidents(incident)).incidents == (moment,)


def test_findings_stand_at_their_card_or_trick() -> None:
    shown = moments_of(with_incidents())
    assert shown.ends == (3, 6)
    assert shown.of_finding("revoke", 2, 1) == 5
    assert shown.of_finding("trick-size", 1, None) == 3
    assert shown.of_finding("bid-range", None, None) == 0
    assert shown.of_finding("score-mismatch", None, None) == 6


def test_tricks_are_counted_before_each() -> None:
    tricks = replay_stanza(record_of(with_incidents()), 1).tricks
    assert [dict(counts) for counts in taken_before(tricks, "ABC")] == [
        {"A": 0, "B": 0, "C": 0},
        {"A": 1, "B": 0, "C": 0},
        {"A": 1, "B": 0, "C": 1},
    ]
