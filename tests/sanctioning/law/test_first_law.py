"""The first law of an authority: from the examples that ship, and from nothing."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client

from sanctioning.accounts.models.account import Account
from sanctioning.kit.clock import today
from sanctioning.kit.refusals import Refusal
from sanctioning.law.examples import EXAMPLE_ARTICLES
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.models.versions import Articles, FeeSchedule, RuleSet
from sanctioning.law.selectors.in_force import articles_in_force
from sanctioning.law.services.examples import adopt_examples, draft_examples
from sanctioning.law.services.versions import adopt_law, draft_law
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import found_authority

pytestmark = pytest.mark.both_databases


@pytest.fixture
def managing(db: None) -> Person:
    account = Account.objects.create_user("ann@example.org", "a long password")
    return found_authority(given_names="Ann", family_name="Vale", account=account)


def test_the_examples_are_in_force_from_their_day(managing: Person) -> None:
    adopted = adopt_examples(by=managing, first_day=today())
    assert [type(version) for version in adopted] == [RuleSet, Articles, FeeSchedule]
    assert articles_in_force(today()) == Articles.objects.get()
    assert (Level.objects.count(), EventType.objects.count()) == (4, 2)


def test_examples_taken_over_again_make_nothing_twice(managing: Person) -> None:
    draft_examples(by=managing)
    assert draft_examples(by=managing) == []
    assert Articles.objects.get().draft
    with pytest.raises(Refusal) as refusal:
        adopt_examples(by=managing, first_day=None)
    assert refusal.value.facts == {"place": "first_day"}


def test_the_page_of_an_adoption_says_which_days_may_be_chosen(managing: Person, client: Client) -> None:
    assert managing.account
    client.force_login(managing.account)
    draft_examples(by=managing)
    page = "/rules/versions/articles/1/adopt/"
    first = client.get(page).content.decode()
    assert "so it can begin on any day" in first
    assert "or later." not in first
    adopt_law(by=managing, version=Articles.objects.get(), first_day=today() + dt.timedelta(days=9))
    again = draft_law(by=managing, law=Articles, title="Second", body=EXAMPLE_ARTICLES)
    second = client.get(f"/rules/versions/articles/{again.reference}/adopt/").content.decode()
    assert "so it can begin on any day" not in second
    assert "or later." in second


def test_a_provision_cites_its_rule_in_the_readers_language(managing: Person, client: Client) -> None:
    assert managing.account
    client.force_login(managing.account)
    client.cookies["django_language"] = "de"
    draft_examples(by=managing)
    page = client.get("/rules/versions/articles/1/edit/").content.decode()
    assert "Regel: IV, Lesart 63." in page
    assert "reading" not in page


def test_the_first_articles_begin_with_nothing(managing: Person, client: Client) -> None:
    assert managing.account
    client.force_login(managing.account)
    drafting = "/rules/versions/articles/new/"
    answer = client.post(drafting, {"title": "Our Articles", "copy_of": ""})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/versions/articles/1/edit/")
    draft = Articles.objects.get()
    with pytest.raises(Refusal) as refusal:
        adopt_law(by=managing, version=draft, first_day=today())
    assert (refusal.value.code, refusal.value.facts) == ("no-scales", {"place": "scales"})
