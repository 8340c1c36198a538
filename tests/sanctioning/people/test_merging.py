"""Two records of one person: merged, shown and counted as one, and apart again as if nothing had been."""

from __future__ import annotations

import datetime as dt
from functools import partial

import pytest
from django.db import DatabaseError, transaction

from sanctioning.accounts.models.account import Account
from sanctioning.identity.lookup import person_numbered
from sanctioning.identity.same_person import rows_of, same_person
from sanctioning.kit.clock import noon
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import holds
from sanctioning.people.models.identity import Merge
from sanctioning.people.models.person import Person, PrivateData
from sanctioning.people.services.merging import merge_people, undo_merge
from sanctioning.people.services.registering import register_person
from sanctioning.terms.services import appoint
from tests.cast import FIRST_DAY, MARCH, Cast


def paper_record(cast: Cast, family: str = "Ash", **private: object) -> Person:
    """A record without an account, as an old card brings it."""
    return register_person(by=cast.registrar, given_names="Ann", family_name=family, at=MARCH, **private)  # type: ignore[arg-type]


def merged(cast: Cast, kept: Person, other: Person) -> Merge:
    return merge_people(by=cast.registrar, kept=kept, merged=other, reason="The same hand.", at=MARCH)


def undone(cast: Cast, merge: Merge) -> Merge:
    return undo_merge(by=cast.registrar, merge=merge, reason="A cousin.", at=MARCH)


def test_the_number_of_a_merged_record_leads_to_the_kept_one(cast: Cast) -> None:
    kept, other = cast.players[0], paper_record(cast)
    merge = merged(cast, kept, other)
    assert person_numbered(number=other.number.lower()) == kept
    assert set(rows_of(kept)) == {kept, other}
    assert same_person(kept, Person.objects.get(pk=other.pk))
    undone(cast, merge)
    assert person_numbered(number=other.number) == other
    assert set(rows_of(kept)) == {kept}


@pytest.mark.both_databases
def test_records_merged_in_a_row_point_to_the_one_that_is_kept_and_part_at_any_joint(cast: Cast) -> None:
    first, second, third = (paper_record(cast, family) for family in ("One", "Two", "Three"))
    joints = [merged(cast, second, first), merged(cast, third, second)]
    assert {row.identity for row in rows_of(Person.objects.get(pk=first.pk))} == {third}
    assert {row.identity for row in rows_of(third)} == {third}
    undone(cast, joints[1])
    assert Person.objects.get(pk=first.pk).identity == second
    again = merged(cast, third, second)
    undone(cast, joints[0])
    assert Person.objects.get(pk=first.pk).merged_into is None
    assert Person.objects.get(pk=second.pk).identity == third
    undone(cast, again)
    assert not Person.objects.filter(merged_into__isnull=False).exists()


def test_offices_of_a_merged_record_are_held_by_the_person(cast: Cast) -> None:
    kept, other = cast.players[0], paper_record(cast)
    appoint(by=cast.managing, person=other, office=Office.REGISTRAR, first_day=FIRST_DAY, at=MARCH)
    merge = merged(cast, kept, other)
    assert holds(kept, MARCH.date(), Office.REGISTRAR)
    undone(cast, merge)
    assert not holds(kept, MARCH.date(), Office.REGISTRAR)


@pytest.mark.both_databases
def test_private_data_that_the_kept_record_lacks_are_lent_and_given_back(cast: Cast) -> None:
    kept = cast.players[0]
    other = paper_record(cast, email="old@example.org", birth_date=dt.date(1950, 3, 1), address="Mill Lane")
    merge = merged(cast, kept, other)
    private = PrivateData.objects.get(person=kept)
    assert (private.email, private.birth_date, private.address) == (
        "ash@example.org",
        dt.date(1950, 3, 1),
        "Mill Lane",
    )
    private.address = "Hill Street"
    private.save()
    undone(cast, merge)
    private = PrivateData.objects.get(person=kept)
    assert (private.email, private.birth_date, private.address) == ("ash@example.org", None, "Hill Street")
    assert PrivateData.objects.get(person=other).birth_date == dt.date(1950, 3, 1)


def refusal_of(cast: Cast, kept: Person, other: Person) -> str:
    with pytest.raises(Refusal) as refused:
        merged(cast, kept, other)
    return refused.value.code


def test_what_cannot_be_one_person_is_refused(cast: Cast) -> None:
    ash, birch = cast.players[:2]
    elder = paper_record(cast, birth_date=dt.date(1950, 1, 1))
    other = paper_record(cast, "Elm", birth_date=dt.date(1951, 1, 1))
    assert refusal_of(cast, ash, birch) == "two-accounts"
    assert refusal_of(cast, ash, ash) == "same-record"
    assert refusal_of(cast, elder, other) == "birth-dates-differ"
    merged(cast, ash, elder)
    assert refusal_of(cast, ash, elder) == "merged-already"
    assert refusal_of(cast, elder, other) == "merged-already"


def test_what_was_anonymised_is_merged_with_nothing(cast: Cast) -> None:
    former = paper_record(cast)
    Person.objects.filter(pk=former.pk).update(anonymised_at=MARCH)
    assert refusal_of(cast, cast.players[0], former) == "person-anonymised"
    assert refusal_of(cast, former, paper_record(cast, "Elm")) == "person-anonymised"


def test_a_merge_stands_once_the_person_was_anonymised(cast: Cast) -> None:
    kept = cast.players[0]
    merge = merged(cast, kept, paper_record(cast))
    rows_of(kept).update(anonymised_at=MARCH)
    with pytest.raises(Refusal) as refused:
        undone(cast, merge)
    assert refused.value.code == "person-anonymised"


def test_only_the_registrar_merges_and_with_a_reason(cast: Cast) -> None:
    other = paper_record(cast)
    for by in (cast.director, cast.managing, cast.players[0]):
        with pytest.raises(Refusal) as refused:
            merge_people(by=by, kept=cast.players[0], merged=other, reason="So it is.", at=MARCH)
        assert refused.value.status == 403
    with pytest.raises(Refusal) as refused:
        merge_people(by=cast.registrar, kept=cast.players[0], merged=other, reason="  ", at=MARCH)
    assert refused.value.code == "reason-missing"
    merge = merged(cast, cast.players[0], other)
    undone(cast, merge)
    with pytest.raises(Refusal) as refused:
        undone(cast, merge)
    assert refused.value.code == "merge-undone"


def test_an_account_of_the_merged_record_signs_in_as_the_person(cast: Cast) -> None:
    kept = paper_record(cast)
    merged(cast, kept, cast.players[0])
    account = Account.objects.get(email="ash@example.org")
    assert account.person.identity == kept


@pytest.mark.both_databases
def test_the_database_keeps_merges_and_never_makes_chains(cast: Cast) -> None:
    first, two, three = (paper_record(cast, family) for family in ("One", "Two", "Three"))
    merge = merged(cast, two, first)
    chain = Person.objects.filter(pk=three.pk)
    for act in (
        merge.delete,
        partial(Merge.objects.filter(pk=merge.pk).update, reason="Something else."),
        partial(chain.update, merged_into=first),
        partial(chain.update, merged_into=three),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            act()


def test_a_day_of_birth_in_a_leap_year() -> None:
    assert not PrivateData(birth_date=dt.date(2008, 2, 29)).is_minor(noon(dt.date(2026, 3, 1)).date())
