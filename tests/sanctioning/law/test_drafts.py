"""Drafts of all three laws: edited without losing a saving, withdrawn, adopted; one shape for each."""

from __future__ import annotations

import copy
import datetime as dt
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.refusals import Refusal
from sanctioning.law.articles import read_articles
from sanctioning.law.examples import EXAMPLE_ARTICLES, EXAMPLE_FEES
from sanctioning.law.kinds_of_law import LAWS
from sanctioning.law.models.versions import Articles, FeeSchedule, RuleSet, Version
from sanctioning.law.provisions import PROVISIONS
from sanctioning.law.selectors.in_force import articles_in_force
from sanctioning.law.services.versions import adopt_law, draft_law, edit_law, withdraw_law
from sanctioning.sanctions.services.applications import draft_sanction, return_sanction, submit_sanction
from tests.cast import MARCH, Cast
from tests.support.fees import adopt_fees, draft
from tests.support.racing import all_at_once
from tests.support.refusals import code_of

APRIL = dt.date(2025, 4, 1)
RULES = {"sections": ["I", "II"], "amendments": [{"section": "II", "text": "A revoke costs 2."}]}
BODIES: dict[type[Version], dict[str, Any]] = {
    Articles: EXAMPLE_ARTICLES,
    FeeSchedule: EXAMPLE_FEES,
    RuleSet: RULES,
}
each_law = pytest.mark.parametrize("law", list(BODIES))


def drafted(cast: Cast, law: type[Version], first_day: dt.date | None = APRIL, **more: Any) -> Any:
    named = {"slug": "whoopie-2025", "format_slug": "whoopie"} if law is RuleSet else {}
    usual = {"title": "To come", "body": copy.deepcopy(BODIES[law]), "first_day": first_day}
    return draft_law(by=cast.managing, law=law, at=MARCH, **{**usual, **named, **more})


def edited(cast: Cast, version: Any, *, edit: int, title: str = "Better", **changes: Any) -> Any:
    usual = {"body": version.body, "first_day": version.first_day, **changes}
    return edit_law(by=cast.managing, version=version, edit=edit, title=title, at=MARCH, **usual)


@each_law
def test_the_second_who_saves_is_told(cast: Cast, law: type[Version]) -> None:
    version = drafted(cast, law)
    first = edited(cast, version, edit=1, title="Saved first")
    assert (first.edit, first.title, first.edited_by) == (2, "Saved first", cast.managing)
    with pytest.raises(Refusal) as refusal:
        edited(cast, version, edit=1, title="Saved second")
    assert (refusal.value.code, refusal.value.facts) == ("edited-meanwhile", {"edit": 2})
    assert "Morgan Vale saved" in refusal.value.sentence
    assert edited(cast, version, edit=2, title="Saved second").edit == 3
    assert AuditEntry.objects.filter(action="edit law").count() == 2


@pytest.mark.both_databases
@each_law
def test_a_withdrawn_draft_stays_as_it_is(cast: Cast, law: type[Version]) -> None:
    version = withdraw_law(by=cast.managing, version=drafted(cast, law), why="No longer needed.", at=MARCH)
    assert (version.draft, version.adopted) == (False, False)
    assert code_of(edited, cast, version, edit=1) == "withdrawn-already"
    assert code_of(adopt_law, by=cast.managing, version=version, at=MARCH) == "withdrawn-already"
    assert code_of(withdraw_law, by=cast.managing, version=version, at=MARCH) == "withdrawn-already"
    for act in (lambda mine: mine.update(title="Mine"), lambda mine: mine.delete()):
        with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
            act(law._default_manager.filter(pk=version.pk))


@each_law
def test_an_adopted_version_is_neither_edited_nor_withdrawn(cast: Cast, law: type[Version]) -> None:
    version = adopt_law(by=cast.managing, version=drafted(cast, law), at=MARCH)
    assert version.first_day == APRIL
    assert code_of(edited, cast, version, edit=1) == "adopted-already"
    assert code_of(withdraw_law, by=cast.managing, version=version, at=MARCH) == "adopted-already"


@each_law
def test_a_first_day_is_chosen_and_not_over(cast: Cast, law: type[Version]) -> None:
    adopt_fees(cast)
    version = drafted(cast, law, None)
    assert code_of(adopt_law, by=cast.managing, version=version, at=MARCH) == "first-day-missing"
    yesterday = MARCH.date() - dt.timedelta(days=1)
    over = {"by": cast.managing, "version": version, "at": MARCH}
    assert code_of(adopt_law, first_day=yesterday, **over) == "first-day-over"
    assert adopt_law(first_day=MARCH.date(), **over).first_day == MARCH.date()


@each_law
def test_what_was_compared_is_what_is_adopted(cast: Cast, law: type[Version]) -> None:
    version = drafted(cast, law)
    edited(cast, version, edit=1)
    assert code_of(adopt_law, by=cast.managing, version=version, edit=1, at=MARCH) == "edited-meanwhile"
    assert adopt_law(by=cast.managing, version=version, edit=2, at=MARCH).title == "Better"


@pytest.mark.both_databases
@each_law
def test_the_database_wants_a_first_day_of_what_is_adopted(cast: Cast, law: type[Version]) -> None:
    version = drafted(cast, law, None)
    with pytest.raises(IntegrityError), transaction.atomic():
        law._default_manager.filter(pk=version.pk).update(adopted_at=MARCH, adopted_by=cast.managing)


@pytest.mark.parametrize("law", [Articles, FeeSchedule])
def test_a_draft_speaks_only_of_levels_and_types_that_there_are(cast: Cast, law: type[Version]) -> None:
    body = copy.deepcopy(BODIES[law])
    inside = body["scales"] if law is Articles else body["event"]
    inside["galactic"] = inside["open"]
    assert code_of(drafted, cast, law, body=body) == "category-unknown"
    inside["open"] = {"by-post": inside.pop("galactic")["tournament"]}
    assert code_of(drafted, cast, law, body=body) == "category-unknown"


@pytest.mark.parametrize("slug", ["", "whoopie-1966", "Whoopie 2027", "x" * 61])
def test_a_rule_set_has_a_short_name_of_its_own(cast: Cast, slug: str) -> None:
    assert code_of(drafted, cast, RuleSet, slug=slug) == "slug-unusable"


def test_rules_of_two_games_may_begin_on_one_day(cast: Cast) -> None:
    adopt_law(by=cast.managing, version=drafted(cast, RuleSet), at=MARCH)
    other = drafted(cast, RuleSet, slug="whist-2025", format_slug="whist")
    assert adopt_law(by=cast.managing, version=other, at=MARCH).adopted


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({}, "sections"),
        ({"sections": ["I"], "law": 1}, "law"),
        ({"sections": ["I"], "amendments": [{"section": "V", "text": "New."}]}, "amendments/1"),
        ({"sections": ["I"], "amendments": [{"section": "I", "text": " "}]}, "amendments/1"),
        ({"sections": ["I"], "amendments": {}}, "amendments"),
    ],
)
def test_rules_that_cannot_be_read_say_where(cast: Cast, body: dict[str, Any], place: str) -> None:
    with pytest.raises(Refusal) as refusal:
        drafted(cast, RuleSet, body=body)
    assert refusal.value.facts == {"place": place}


@pytest.mark.parametrize("body", [{"event": []}, {"event": {"open": []}}, {"other": {}}, {"note": 1}])
def test_fees_that_cannot_be_read_are_refused(cast: Cast, body: dict[str, Any]) -> None:
    assert code_of(drafted, cast, FeeSchedule, body=body) == "fees-unreadable"


@pytest.mark.parametrize("provision", PROVISIONS, ids=lambda provision: provision.name)
def test_every_provision_is_checked_and_has_a_default(provision: Any) -> None:
    check = LAWS["articles"].check
    check({**EXAMPLE_ARTICLES, provision.name: provision.default})
    for wrong in (None, "", 1.5, -1, [1], {"a": 1}, True if provision.kind.fits(1) else 7.5):
        with pytest.raises(Refusal) as refusal:
            check({**EXAMPLE_ARTICLES, provision.name: wrong})
        assert refusal.value.facts == {"place": provision.name}


def test_articles_of_before_are_read_by_their_defaults() -> None:
    """As an authority adopted them when it knew five provisions."""
    old = {name: EXAMPLE_ARTICLES[name] for name in ("least_player_hands", "tie_rule", "scales")}
    read = read_articles(old)
    for provision in PROVISIONS:
        value = getattr(read, provision.name)
        expected = old.get(provision.name, provision.default)
        assert value == (tuple(expected) if isinstance(expected, list) else expected)
    assert (read.days_to_submit, read.days_to_decide, read.days_to_answer, read.days_to_pay) == (
        90,
        30,
        30,
        30,
    )


@pytest.mark.both_databases
def test_an_application_keeps_the_time_limits_of_the_day_it_was_sent_in(cast: Cast) -> None:
    body = {**copy.deepcopy(EXAMPLE_ARTICLES), "days_to_decide": 7, "days_to_answer": 3}
    waiting = draft(cast, at=MARCH)
    early = submit_sanction(by=cast.director, sanction=draft(cast, at=MARCH), at=MARCH)
    adopt_law(by=cast.managing, version=drafted(cast, Articles, body=body), at=MARCH)
    april = MARCH + dt.timedelta(days=24)
    late = submit_sanction(by=cast.director, sanction=waiting, at=april)
    assert (early.turn_until, late.turn_until) == (
        MARCH.date() + dt.timedelta(days=30),
        april.date() + dt.timedelta(days=7),
    )
    assert early.applied_under == cast.articles
    assert late.applied_under == articles_in_force(APRIL)
    for sanction, days in ((early, 30), (late, 3)):
        returned = return_sanction(by=cast.managing, sanction=sanction, question="Where?", at=april)
        assert returned.turn_until == april.date() + dt.timedelta(days=days)


def test_nobody_applies_where_the_articles_have_no_scale(cast: Cast) -> None:
    body = copy.deepcopy(EXAMPLE_ARTICLES)
    del body["scales"]["open"]["club-game"]
    waiting = draft(cast, at=MARCH)
    adopt_law(by=cast.managing, version=drafted(cast, Articles, MARCH.date(), body=body), at=MARCH)
    apply: dict[str, Any] = {
        "by": cast.director,
        "club": cast.club,
        "event_type": cast.types["club-game"],
        "format_slug": "whoopie",
        "purpose": "Spring",
        "at": MARCH,
    }
    assert code_of(draft_sanction, level=cast.levels["open"], **apply) == "no-scale"
    assert code_of(submit_sanction, by=cast.director, sanction=waiting, at=MARCH) == "no-scale"
    assert draft_sanction(level=cast.levels["restricted"], **apply).state == "draft"


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_who_adopt_for_one_day_one_is_told(cast: Cast) -> None:
    for law in BODIES:
        named: list[dict[str, Any]] = [{"slug": f"whoopie-{n}"} if law is RuleSet else {} for n in range(2)]
        versions = [drafted(cast, law, **names) for names in named]
        answers = all_at_once(
            [partial(adopt_law, by=cast.managing, version=version, at=MARCH) for version in versions]
        )
        refused = [answer for answer in answers if isinstance(answer, Refusal)]
        assert [refusal.code for refusal in refused] == ["first-day-taken"]
        assert law._default_manager.filter(adopted_at__isnull=False, first_day=APRIL).count() == 1


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_who_save_at_once_one_is_told(cast: Cast) -> None:
    version = drafted(cast, Articles)
    answers = all_at_once([partial(edited, cast, version, edit=1, title=title) for title in ("One", "Other")])
    assert sorted(type(answer).__name__ for answer in answers) == ["Articles", "Refusal"]
    version.refresh_from_db()
    assert version.edit == 2
