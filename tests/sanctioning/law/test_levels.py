"""Levels and types are data: added, renamed, retired, brought back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.refusals import Refusal
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.services.levels import (
    add_level,
    add_type,
    bring_back_category,
    rename_category,
    retire_category,
)
from sanctioning.sanctions.services.applications import submit_sanction
from tests.cast import MARCH, Cast
from tests.support.fees import draft

LATER = MARCH + dt.timedelta(days=1)


def test_a_level_carries_what_it_is_and_comes_last(cast: Cast) -> None:
    added = add_level(by=cast.managing, slug="juniors", name="juniors", restricted=True, at=MARCH)
    assert (added.order, added.restricted, added.playoff, added.special_event) == (5, True, False, False)
    assert [level.slug for level in Level.applied_for_on(MARCH.date())][-1] == "juniors"
    assert add_type(by=cast.managing, slug="pairs", name="pairs", at=MARCH).order == 3


@pytest.mark.parametrize(
    ("slug", "name"),
    [("open", "another"), ("another", "open"), ("Big Words", "another"), ("", "another"), ("another", " ")],
)
def test_a_level_has_a_slug_and_a_name_of_its_own(cast: Cast, slug: str, name: str) -> None:
    with pytest.raises(Refusal) as refusal:
        add_level(by=cast.managing, slug=slug, name=name, at=MARCH)
    assert (refusal.value.code, refusal.value.status) == ("category-unusable", 422)
    assert Level.objects.count() == 4


@pytest.mark.both_databases
def test_a_level_is_renamed_and_the_trail_says_what_it_was(cast: Cast) -> None:
    rename_category(by=cast.managing, category=cast.levels["open"], name="open to all", at=MARCH)
    assert Level.objects.get(slug="open").name == "open to all"
    entry = AuditEntry.objects.get(action="rename category")
    assert (entry.before, entry.after) == ({"name": "open"}, {"name": "open to all"})
    with pytest.raises(Refusal):
        rename_category(by=cast.managing, category=cast.levels["restricted"], name="open to all", at=MARCH)


def test_nobody_applies_for_a_retired_level_or_type(cast: Cast) -> None:
    waiting = draft(cast)
    for category in (cast.levels["open"], cast.types["club-game"]):
        retire_category(by=cast.managing, category=category, at=MARCH)
        with pytest.raises(Refusal) as refusal:
            draft(cast)
        assert refusal.value.facts == {"category": category.slug}
        with pytest.raises(Refusal) as refusal:
            submit_sanction(by=cast.director, sanction=waiting, at=LATER)
        assert refusal.value.code == "category-retired"
        bring_back_category(by=cast.managing, category=category, at=LATER)
    assert submit_sanction(by=cast.director, sanction=waiting, at=LATER).state == "submitted"


@pytest.mark.both_databases
def test_a_level_is_retired_once(cast: Cast) -> None:
    retire_category(by=cast.managing, category=cast.levels["open"], at=MARCH)
    with pytest.raises(Refusal) as refusal:
        retire_category(by=cast.managing, category=cast.levels["open"], at=LATER)
    assert refusal.value.code == "category-state"


@pytest.mark.parametrize(
    "act",
    [
        lambda cast: add_level(by=cast.director, slug="mine", name="mine", at=MARCH),
        lambda cast: add_type(by=cast.registrar, slug="mine", name="mine", at=MARCH),
        lambda cast: rename_category(by=cast.executor, category=cast.levels["open"], name="mine", at=MARCH),
        lambda cast: retire_category(by=cast.players[0], category=cast.types["club-game"], at=MARCH),
    ],
)
def test_only_the_managing_executor_changes_them(cast: Cast, act: Callable[[Cast], object]) -> None:
    with pytest.raises(Refusal) as refusal:
        act(cast)
    assert refusal.value.code == "not-allowed"
    assert (Level.objects.count(), EventType.objects.count()) == (4, 2)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "changed", [{"playoff": True}, {"restricted": True}, {"special_event": True}, {"slug": "wide-open"}]
)
def test_the_database_keeps_what_a_level_is(cast: Cast, changed: dict[str, object]) -> None:
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        Level.objects.filter(slug="open").update(**changed)
