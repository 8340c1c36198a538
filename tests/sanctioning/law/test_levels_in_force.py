"""Only levels of the law in force are offered and shown, also where those of the examples are there."""

from __future__ import annotations

import pytest
from django.test import Client

from sanctioning.accounts.models.account import Account
from sanctioning.bars.targets import names_offered
from sanctioning.kit.clock import today
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.models.versions import Articles, FeeSchedule, RuleSet
from sanctioning.law.selectors.in_force import levels_in_force, types_in_force
from sanctioning.law.services.examples import draft_examples
from sanctioning.law.services.levels import add_level, add_type
from sanctioning.law.services.versions import adopt_law, draft_law
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import found_authority
from tests.cast import MARCH, Cast
from tests.fixtures import SignIn
from tests.support.fees import submitted

PAID = {"3-4": ["1.5"], "5-7": ["2.0"], "8-10": ["3.0"]}
OWN = {"scales": {"league": {"night": {"points": PAID, "blue": {}}}}}


@pytest.fixture
def unpaid(cast: Cast) -> Cast:
    add_level(by=cast.managing, slug="juniors", name="Juniors' cup", at=MARCH)
    add_type(by=cast.managing, slug="pairs", name="Pairs of two", at=MARCH)
    return cast


def test_what_the_articles_do_not_pay_is_not_applied_for(unpaid: Cast, sign_in: SignIn) -> None:
    assert "juniors" not in levels_in_force(today()).values_list("slug", flat=True)
    assert "pairs" not in types_in_force(today()).values_list("slug", flat=True)
    page = sign_in(unpaid.director).get(f"/clubs/{unpaid.club.slug}/events/new/").content.decode()
    assert ">open</option>" in page
    assert "Juniors" not in page
    assert "Pairs of two" not in page
    assert "Juniors' cup" not in names_offered()


def test_the_page_of_levels_shows_it_to_those_who_write_the_law_alone(
    unpaid: Cast, client: Client, sign_in: SignIn
) -> None:
    page = client.get("/rules/levels/").content.decode()
    assert "Juniors" not in page
    assert ">open</span>" in page
    own = sign_in(unpaid.managing).get("/rules/levels/").content.decode()
    assert "Juniors" in own
    assert own.count("not in the Articles in force") == 2


@pytest.mark.parametrize("address", ["/calendar/", "/results/"])
def test_lists_are_narrowed_by_levels_at_which_something_was_sanctioned(
    unpaid: Cast, client: Client, address: str
) -> None:
    submitted(unpaid)
    page = client.get(address).content.decode()
    assert "Juniors" not in page
    assert '<option value="open">open</option>' in page
    assert "restricted" not in page


class TestOwnArticles:
    @pytest.fixture
    def managing(self, db: None) -> Person:
        account = Account.objects.create_user("ann@example.org", "a quiet long evening")
        managing = found_authority(given_names="Ann", family_name="Vale", account=account)
        add_level(by=managing, slug="league", name="League")
        add_type(by=managing, slug="night", name="Night")
        adopt_law(
            by=managing,
            version=draft_law(by=managing, law=Articles, title="Ours", body=OWN),
            first_day=today(),
        )
        return managing

    def test_the_examples_bring_rules_and_neither_their_levels_nor_their_fees(self, managing: Person) -> None:
        drafts = draft_examples(by=managing)
        assert {type(draft) for draft in drafts} == {RuleSet}
        assert [level.slug for level in Level.objects.all()] == ["league"]
        assert [event_type.slug for event_type in EventType.objects.all()] == ["night"]
        assert not FeeSchedule.objects.exists()

    def test_fees_of_levels_that_are_called_alike_are_taken_over(self, managing: Person) -> None:
        add_level(by=managing, slug="open", name="Open")
        add_type(by=managing, slug="club-game", name="Club game")
        [fees] = [draft for draft in draft_examples(by=managing) if isinstance(draft, FeeSchedule)]
        assert {kind: set(fees.body[kind]) for kind in ("event", "individual")} == {
            "event": {"open"},
            "individual": {"open"},
        }
        assert set(fees.body["event"]["open"]) == {"club-game"}

    def test_the_page_shows_what_would_be_taken_over(self, managing: Person, sign_in: SignIn) -> None:
        page = sign_in(managing).get("/set-up/law/").content.decode()
        assert "Whoopie" in page
        assert "special event" not in page
        assert "Points for each place" not in page
        assert "Your authority already has Articles" in page
