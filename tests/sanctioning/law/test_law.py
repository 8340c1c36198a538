"""Versions of the law, and the sanctions that freeze them."""

from __future__ import annotations

import copy
import datetime as dt
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from sanctioning.kit.refusals import Refusal
from sanctioning.law.articles import check_articles, read_articles
from sanctioning.law.examples import EXAMPLE_ARTICLES
from sanctioning.law.models.versions import Articles, RuleSet
from sanctioning.law.selectors.in_force import articles_in_force, rule_set_in_force
from sanctioning.law.services.versions import adopt_law, draft_law
from sanctioning.sanctions.models import Sanction
from sanctioning.sanctions.services.applications import (
    draft_sanction,
    grant_sanction,
    refuse_sanction,
    submit_sanction,
)
from tests.cast import FIRST_DAY, JANUARY, MARCH, Cast


def test_the_version_in_force_is_the_last_that_began(cast: Cast) -> None:
    second = draft_law(
        by=cast.managing,
        law=Articles,
        title="Second version",
        first_day=dt.date(2025, 3, 8),
        body=EXAMPLE_ARTICLES,
        at=MARCH,
    )
    assert articles_in_force(dt.date(2025, 3, 8)) == cast.articles
    adopt_law(by=cast.managing, version=second, at=MARCH)
    assert articles_in_force(dt.date(2025, 3, 7)) == cast.articles
    assert articles_in_force(dt.date(2025, 3, 8)) == second
    with pytest.raises(Refusal) as refusal:
        articles_in_force(FIRST_DAY - dt.timedelta(days=1))
    assert refusal.value.code == "no-law-in-force"
    assert rule_set_in_force("whoopie", dt.date(1966, 4, 18)) == cast.rule_set


def test_two_versions_do_not_begin_on_one_day(cast: Cast) -> None:
    assert adopt_law(by=cast.managing, version=_later(cast), at=MARCH).adopted
    twin = _later(cast)
    with pytest.raises(Refusal) as refusal:
        adopt_law(by=cast.managing, version=twin, at=MARCH)
    assert refusal.value.code == "first-day-taken"
    twin.refresh_from_db()
    assert twin.draft


def test_a_version_is_adopted_once(cast: Cast) -> None:
    with pytest.raises(Refusal) as refusal:
        adopt_law(by=cast.managing, version=cast.articles, at=MARCH)
    assert refusal.value.code == "adopted-already"


@pytest.mark.both_databases
@pytest.mark.parametrize("model", [Articles, RuleSet])
def test_the_database_never_edits_or_deletes_an_adopted_version(
    cast: Cast, model: type[Articles] | type[RuleSet]
) -> None:
    with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
        model.objects.update(body={})
    with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
        model.objects.all().delete()


def test_a_draft_may_still_be_edited(cast: Cast) -> None:
    draft = _later(cast)
    assert Articles.objects.filter(pk=draft.pk).update(title="Better") == 1


def test_only_the_managing_executor_amends(cast: Cast) -> None:
    with pytest.raises(Refusal) as refusal:
        draft_law(
            by=cast.registrar,
            law=Articles,
            title="Mine",
            first_day=FIRST_DAY,
            body=EXAMPLE_ARTICLES,
            at=MARCH,
        )
    assert refusal.value.code == "not-allowed"


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("example",), "yes", "example"),
        (("least_player_hands",), -1, "least_player_hands"),
        (("tie_rule",), "draw", "tie_rule"),
        (("table_size",), "guess", "table_size"),
        (("scales",), [], "scales"),
        (("scales", "open", "club-game", "points", "3-4"), ["2.05"], "scales/open/club-game/points/3-4"),
        (("scales", "open", "club-game", "points", "3-4"), ["2", "1"], "scales/open/club-game/points/3-4"),
        (("scales", "open", "club-game", "points", "5-7"), ["1", "2"], "scales/open/club-game/points/5-7"),
        (("scales", "open", "club-game", "points", "5-7"), ["NaN"], "scales/open/club-game/points/5-7"),
        (("scales", "open", "club-game", "blue"), {"3-4": ["3.1"]}, "scales/open/club-game/blue/3-4"),
    ],
)
def test_articles_that_cannot_be_read_say_where(path: tuple[str, ...], value: Any, place: str) -> None:
    body = copy.deepcopy(EXAMPLE_ARTICLES)
    inner = body
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(Refusal) as refusal:
        check_articles(body)
    assert refusal.value.facts == {"place": place}


def test_the_example_that_ships_can_be_read() -> None:
    check_articles(EXAMPLE_ARTICLES)
    assert EXAMPLE_ARTICLES["example"] is True
    with pytest.raises(Refusal) as refusal:
        read_articles(EXAMPLE_ARTICLES).scale_for("galactic", "club-game")
    assert refusal.value.code == "no-scale"


def test_a_grant_gives_a_number_and_the_law_of_the_day(cast: Cast) -> None:
    numbers = []
    for _ in range(2):
        sanction = submit_sanction(by=cast.director, sanction=_draft(cast), at=MARCH)
        grant_sanction(by=cast.managing, sanction=sanction, at=MARCH)
        sanction.refresh_from_db()
        assert (sanction.articles, sanction.rule_set) == (cast.articles, cast.rule_set)
        numbers.append(sanction.label)
    assert numbers == ["S-00001", "S-00002"]


@pytest.mark.both_databases
def test_a_refusal_has_a_reason(cast: Cast) -> None:
    sanction = submit_sanction(by=cast.director, sanction=_draft(cast), at=MARCH)
    with pytest.raises(Refusal) as refusal:
        refuse_sanction(by=cast.managing, sanction=sanction, why=" ", at=MARCH)
    assert refusal.value.code == "reason-missing"
    with pytest.raises(IntegrityError, match="sanction_refused_has_a_reason"), transaction.atomic():
        Sanction.objects.filter(pk=sanction.pk).update(state=Sanction.State.REFUSED)


@pytest.mark.both_databases
def test_the_database_wants_number_and_law_exactly_when_granted(cast: Cast) -> None:
    sanction = _draft(cast)
    for wrong in ({"state": "granted"}, {"number": 7}, {"articles": cast.articles}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Sanction.objects.filter(pk=sanction.pk).update(**wrong)


@pytest.mark.both_databases
def test_the_database_keeps_the_law_of_a_granted_sanction(cast: Cast) -> None:
    sanction = submit_sanction(by=cast.director, sanction=_draft(cast), at=MARCH)
    grant_sanction(by=cast.managing, sanction=sanction, at=MARCH)
    later = _later(cast)
    for changed in ({"articles": later}, {"level": cast.levels["special-event"]}, {"number": 99}):
        with pytest.raises(IntegrityError, match="keeps its number"), transaction.atomic():
            Sanction.objects.filter(pk=sanction.pk).update(**changed)


def _draft(cast: Cast) -> Sanction:
    return draft_sanction(
        by=cast.director,
        club=cast.club,
        level=cast.levels["open"],
        event_type=cast.types["club-game"],
        format_slug="whoopie",
        purpose="Spring Whoopie",
        at=MARCH,
    )


def _later(cast: Cast) -> Articles:
    return draft_law(
        by=cast.managing,
        law=Articles,
        title="Later version",
        first_day=dt.date(2026, 1, 1),
        body=EXAMPLE_ARTICLES,
        at=JANUARY,
    )
