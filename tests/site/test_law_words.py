"""What the engine says keeps its template and its facts, and each is said in the reader's language."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from django.utils.translation import override

from deploy import words
from rules_engine.bid_whist.random.tournament import random_tournament
from rules_engine.columbus_whist.random import event as columbus
from rules_engine.formats import check_document
from rules_engine.military_whist.random import event as military
from rules_engine.sentences import (
    OR,
    Card,
    RuledTeam,
    Said,
    Sentence,
    Several,
    TeamNumber,
    as_document,
    from_document,
    says,
)
from rules_engine.whoopie.random.game import random_game
from sanctioning.kit.sentence_fields import read_sentence
from sanctioning.kit.wording.sentences import in_language
from tests.rules_engine.bid_whist import mutations as bid_faults
from tests.rules_engine.bid_whist import slips as bid_slips
from tests.rules_engine.columbus_whist import mutations as columbus_faults
from tests.rules_engine.columbus_whist import slips as columbus_slips
from tests.rules_engine.military_whist import mutations as military_faults
from tests.rules_engine.military_whist import slips as military_slips
from tests.rules_engine.mutations import ANY_LEVEL, PLAY_LEVEL
from tests.rules_engine.records import Json, copied
from tests.site.test_words import GERMAN

Spoilers = Sequence[Callable[[Json, Random], Any]]
Game = tuple[Sequence[Json], Spoilers]


def of_bid_whist() -> Game:
    return (
        [random_tournament(teams, 200 + teams, mishaps=0.6) for teams in (9, 16, 21)],
        bid_faults.ANY_DETAIL + bid_faults.HANDS + bid_faults.CALLS + bid_slips.SLIPS,
    )


def of_columbus_whist() -> Game:
    return (
        [columbus.random_event(teams, 300 + teams, mishaps=0.6) for teams in (6, 8)]
        + [columbus.random_event(14, 4, qualifiers=3, mishaps=1.0)],
        columbus_faults.ANY_DETAIL
        + columbus_faults.BIDDING
        + columbus_faults.BOOKS
        + columbus_faults.HANDS
        + columbus_slips.SLIPS,
    )


def of_military_whist() -> Game:
    return (
        [
            military.random_event(tables, 100 + tables, level=level, mishaps=0.6)
            for tables, level in ((6, "area"), (8, "zone"), (5, "open"))
        ],
        military_faults.ANY_DETAIL + military_faults.FLAGS + military_faults.TRICKS + military_slips.SLIPS,
    )


def of_whoopie() -> Game:
    return [random_game(players, players, stanzas=6, mishaps=0.6) for players in (3, 6, 10)], (
        *ANY_LEVEL,
        *PLAY_LEVEL,
    )


def said_of(records: Sequence[Json], spoilers: Spoilers) -> Iterator[str]:
    """All that the check says of every fault that the engine's own tests put into a record."""
    for seed, spoiler in enumerate(spoilers):
        for record in records:
            spoilt = copied(record)
            spoiler(spoilt, Random(seed))
            document: Any = check_document(spoilt).as_document()
            yield from (finding["message"] for finding in document["findings"])
            yield from document["not_checked"]


def sentences_in(text: str) -> Iterator[Sentence]:
    """The sentences of a text, those within others too."""
    inside: Iterable[str] = ()
    if isinstance(text, Sentence):
        yield text
        inside = text.facts.values()
    elif isinstance(text, Several):
        inside = text.parts
    for part in inside:
        yield from sentences_in(part)


@pytest.mark.parametrize("game", [of_bid_whist, of_columbus_whist, of_military_whist, of_whoopie])
def test_every_finding_of_every_fault_has_words_in_german_and_survives_being_kept(
    game: Callable[[], Game],
) -> None:
    german = {message.id: message.string for message in words.read(GERMAN)}
    everything = set(said_of(*game()))
    assert len(everything) > 40
    for text in everything:
        assert isinstance(text, Said), text
        templates = [sentence.template for sentence in sentences_in(text)]
        assert templates, text
        assert [template for template in templates if not german.get(template)] == [], text
        kept = from_document(json.loads(json.dumps(as_document(text))))
        assert (kept, type(kept)) == (text, type(text))
        assert [sentence.facts for sentence in sentences_in(kept)] == [
            sentence.facts for sentence in sentences_in(text)
        ]
        with override("de"):
            assert in_language(kept) == in_language(text) != text


def test_numbers_in_a_row_are_joined_in_the_language() -> None:
    either = Several([says("team %(team)s", team=TeamNumber(team)) for team in (3, 5)], OR)
    place = says(
        "Place %(place)s is noted as team %(team)s; it is %(due)s.", place=1, team=TeamNumber(4), due=either
    )
    assert place == "Place 1 is noted as team 4; it is team 3 or team 5."
    assert in_language(place, {"team 3": "Owls"}) == "Place 1 is noted as team 4; it is team Owls or team 5."
    with override("de"):
        sentence = in_language(place)
    assert sentence == "Als Platz 1 ist Mannschaft 4 notiert; es ist Mannschaft 3 oder Mannschaft 5."


def test_a_team_of_a_ruling_has_its_name_by_the_number_that_it_has_in_the_event() -> None:
    sentence = says(
        "Ruling %(ruling)s takes nothing from team %(team)s, but the sheet has a penalty for it.",
        ruling=2,
        team=RuledTeam(3),
    )
    in_words = in_language(sentence, {"team 3": "Owls", "ruled 3": "Hawks"})
    assert in_words == "Ruling 2 takes nothing from team Hawks, but the sheet has a penalty for it."
    assert isinstance(from_document(as_document(sentence.facts["team"])), RuledTeam)


def test_a_card_is_named_and_not_spelled() -> None:
    """Programs read "9C"; a team's player "3C" is none, nor is what cannot be a card."""
    held = says("%(player)s did not hold %(card)s any more.", player="ann", card=Card("9C"))
    due = says(
        "%(player)s played %(card)s, but the penalty card %(due)s was due.",
        player="ann",
        card=Card("2H"),
        due=Card("*"),
    )
    values = {
        held: "ann did not hold the nine of clubs any more.",
        says("%(card)s was drawn twice in one round.", card=Card("KS")): (
            "The king of spades was drawn twice in one round."
        ),
        due: "ann played the two of hearts, but the penalty card joker was due.",
        says("%(card)s is no card.", card="'1Z'"): "'1Z' is no card.",
        says("%(player)s dealt; the deal was %(due)s's.", player="3D", due="3C"): (
            "3D dealt; the deal was 3C's."
        ),
    }
    assert {sentence: in_language(sentence) for sentence in values} == values
    assert {sentence: in_language(sentence, {"team 1": "Owls"}) for sentence in values} == values
    assert held == "ann did not hold 9C any more."
    with override("de"):
        assert in_language(held) == "ann hatte Kreuz-Neun nicht mehr."


def test_what_no_template_made_is_shown_as_it_is() -> None:
    with override("de"):
        assert in_language("ann did not hold 9C any more.") == "ann did not hold 9C any more."


@pytest.mark.parametrize(
    "typed",
    [
        "The table says so.",
        '{"template": "%d", "facts": {"a": "b"}}',
        '{"template": "no end',
        '{"template": 5}',
    ],
)
def test_what_somebody_typed_is_never_taken_for_a_sentence_that_cannot_be_made(typed: str) -> None:
    assert read_sentence(typed) == typed


@pytest.mark.parametrize("copying", [deepcopy, lambda text: pickle.loads(pickle.dumps(text))])
def test_a_copy_keeps_template_and_facts(copying: Callable[[str], str]) -> None:
    cause = says("A certificate is void.")
    sentence = says(
        "%(cause)s The rest, %(points)s points, would be accepted.", cause=cause, points=Decimal("25.5")
    )
    for text in (sentence, Several([sentence, cause], " ")):
        again = copying(text)
        assert (again, type(again), as_document(again)) == (text, type(text), as_document(text))
