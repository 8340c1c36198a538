"""What directors of whist rule on: every irregularity of the rules, and what the rules say follows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from rules_engine.bid_whist.reneges import FAULTS
from rules_engine.columbus_whist.infractions import KINDS as INFRACTIONS
from rules_engine.military_whist.irregularities import KINDS as OF_MILITARY
from tournaments.formats.registry import FORMATS
from tournaments.formats.rulings import Followed, Irregularity, Rulings
from tournaments.justice.rulings.irregularities import IRREGULARITIES, every_irregularity, known_irregularity
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.outcomes import KINDS

BOOKS = {slug: played.rulings for slug, played in FORMATS.items() if played.rulings is not None}
WHIST = ("military-whist", "bid-whist", "columbus-whist")


def followed(slug: str, **facts: Any) -> Followed:
    known = known_irregularity(slug)
    assert isinstance(known, Irregularity)
    return known.ruled(facts)


def codes(slug: str, **facts: Any) -> list[str]:
    return [consequence.code for consequence in followed(slug, **facts).consequences]


def answers(book: Rulings, slug: str) -> Iterator[dict[str, str]]:
    """Every way in which the facts of an irregularity can be told."""
    fields = book.irregularities[slug].fields
    options = [
        [choice for choice, _words in field.choices] + ([] if field.needed else [""]) for field in fields
    ]
    for values in product(*options):
        pairs = zip((field.name for field in fields), values, strict=True)
        yield {name: value for name, value in pairs if value}


@pytest.mark.parametrize("game", WHIST)
def test_every_answer_is_ruled_upon_and_said(game: str) -> None:
    book = BOOKS[game]
    for slug, irregularity in book.irregularities.items():
        assert slug.startswith(f"{game}-")
        assert len(slug) <= (Ruling._meta.get_field("irregularity").max_length or 0)
        assert str(irregularity.name)
        for facts in answers(book, slug):
            result = irregularity.ruled(facts)
            assert result.rule
            assert set(result.kinds) <= set(KINDS)
            outcome = {"consequences": [{"code": c.code, "said": c.said} for c in result.consequences]}
            assert all(book.sentences(outcome)), (slug, facts)
            assert result.consequences


@pytest.mark.parametrize("game", WHIST)
def test_each_book_says_that_its_rulings_are_final(game: str) -> None:
    assert "final" in str(BOOKS[game].final)


def test_no_irregularity_of_the_engines_is_left_out() -> None:
    assert {f"columbus-whist-{kind}" for kind in INFRACTIONS} == set(BOOKS["columbus-whist"].irregularities)
    assert {f"bid-whist-{fault}" for fault in FAULTS} < set(BOOKS["bid-whist"].irregularities)
    ruled = {kind for kind in OF_MILITARY if kind != "revoke-corrected"}
    assert {f"military-whist-{kind}" for kind in ruled} == set(BOOKS["military-whist"].irregularities)


def test_each_is_known_once_in_the_whole_authority() -> None:
    slugs = [slug for slug, _name in every_irregularity()]
    assert (
        len(slugs)
        == len(set(slugs))
        == len(IRREGULARITIES) + sum(len(book.irregularities) for book in BOOKS.values())
    )


@pytest.mark.parametrize(
    ("slug", "facts", "expected"),
    [
        ("revoke", {"found": "late"}, ["tricks"]),
        ("revoke", {"found": "in-time"}, ["card_returns"]),
        ("out-of-turn", {}, ["card_returns", "partner_may_not_lead"]),
        ("dropped-card", {}, ["must_play"]),
        ("two-cards", {}, ["last_trick_to_the_one_before"]),
        ("misdeal", {"cause": "faced-card"}, ["deal_again"]),
        ("exposed-before-deal", {}, ["cut_again"]),
        ("conduct", {}, ["no-penalty"]),
    ],
)
def test_what_follows_in_military_whist(slug: str, facts: dict[str, str], expected: list[str]) -> None:
    """9b to 9i, read by hand."""
    assert codes(f"military-whist-{slug}", **facts) == expected


def test_a_revoke_in_military_whist_is_two_tricks() -> None:
    [consequence] = followed("military-whist-revoke", found="late").consequences
    outcome = {"consequences": [{"code": consequence.code, "said": consequence.said}]}
    assert BOOKS["military-whist"].sentences(outcome) == (
        "The opponents are awarded 2 tricks at the end of the hand.",
    )


@pytest.mark.parametrize(
    ("slug", "facts", "code", "points"),
    [
        # The scenarios of section 6.
        ("suit-not-followed", {"standing": "5 Special", "choice": "called"}, "awarded", 5),
        ("suit-not-followed", {"standing": "5 Special", "choice": "play-on"}, "play-on", None),
        ("bid-out-of-turn", {"standing": "5 No", "improper": "6 Special", "choice": "called"}, "awarded", 10),
        ("played-out-of-turn", {"standing": "6 No", "choice": "called"}, "awarded", 12),
        ("wrong-call", {"standing": "4 No", "choice": "called"}, "accused-awarded", 8),
        # A joker must go in a No bid alone; a first book turned early is a warning.
        ("joker-kept", {"standing": "4", "choice": "called"}, "no-renege", None),
        ("book-turned", {"standing": "4", "warned": "no", "choice": "called"}, "warning", None),
        ("book-turned", {"standing": "4", "warned": "yes", "choice": "called"}, "awarded", 4),
        # What was named early counts as it was said.
        ("direction-early", {"improper": "4 No", "choice": "called"}, "awarded", 8),
        ("improper-bid", {"improper": "4 Special", "standing": "4 Special"}, "becomes", None),
        ("improper-bid", {"improper": "7 Special", "standing": "7"}, "no-bid-left", None),
    ],
)
def test_what_follows_in_bid_whist(slug: str, facts: dict[str, str], code: str, points: int | None) -> None:
    [consequence] = followed(f"bid-whist-{slug}", **facts).consequences
    assert (consequence.code, consequence.said.get("points")) == (code, points)


def test_an_exposed_card_of_bid_whist_is_played_whatever_is_called() -> None:
    given_facts = {"standing": "4", "choice": "play-on"}
    assert codes("bid-whist-card-exposed", follows_suit="yes", **given_facts) == ["card-played", "no-renege"]
    assert codes("bid-whist-card-exposed", follows_suit="no", **given_facts) == ["card-played", "play-on"]


def test_four_special_said_twice_becomes_five_special() -> None:
    """The example of R18."""
    [consequence] = followed(
        "bid-whist-improper-bid", improper="4 Special", standing="4 Special"
    ).consequences
    assert consequence.said == {"bid": "5 Special"}


@pytest.mark.parametrize(
    ("slug", "facts", "expected"),
    [
        ("wrong-dealer", {}, "redeal"),
        ("exposed-before-bidding", {"choice": "continue"}, "none"),
        ("exposed-before-bidding", {"choice": "re-deal"}, "redeal"),
        ("exposed", {"choice": "set"}, "set"),
        ("out-of-turn", {"choice": "continue"}, "none"),
        ("count-of-bidders", {}, "set"),
        ("count-of-others", {"choice": "points"}, "points"),
        ("no-direction", {}, "game"),
        ("renege", {"found": "yes"}, "game"),
        ("renege", {"found": "no"}, "none"),
        ("card-named", {}, "none"),
    ],
)
def test_what_follows_in_columbus_whist(slug: str, facts: dict[str, str], expected: str) -> None:
    """Rules 13 to 39, read by hand."""
    assert codes(f"columbus-whist-{slug}", **facts) == [expected]
