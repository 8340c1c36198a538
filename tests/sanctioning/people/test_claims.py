"""An account gets hold of its record: by a code, or by the registrar's decision."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Any

import pytest

from sanctioning.accounts.models.account import Account
from sanctioning.clubs.services.clubs import approve_club, register_club
from sanctioning.identity.doubles import possible_doubles
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.identity import Claim, ClaimCode
from sanctioning.people.models.person import Person, PrivateData
from sanctioning.people.selectors.registry import doubles_of, registry
from sanctioning.people.services.claims import (
    accept_claim,
    ask_for_record,
    claim_with_code,
    issue_claim_code,
    refuse_claim,
    withdraw_claim,
)
from sanctioning.people.services.merging import merge_people
from sanctioning.people.services.own_data import correct_person
from sanctioning.people.services.registering import register_person
from tests.cast import MARCH, Cast, account, make_cast
from tests.fixtures import SignIn
from tests.support.racing import all_at_once

LATER = MARCH + dt.timedelta(days=61)


def paper_record(cast: Cast) -> Person:
    return register_person(
        by=cast.registrar,
        given_names="Olive",
        family_name="Older",
        home_club=cast.club,
        birth_date=dt.date(1940, 5, 4),
        at=MARCH,
    )


def test_a_code_serves_once(cast: Cast) -> None:
    person, newcomer, other = paper_record(cast), account("olive@example.org"), account("x@example.org")
    code = issue_claim_code(by=cast.director, person=person, at=MARCH)
    assert claim_with_code(account=newcomer, code=code.lower().replace("-", " "), at=MARCH) == person
    assert Person.objects.get(pk=person.pk).account == newcomer
    with pytest.raises(Refusal) as refused:
        claim_with_code(account=other, code=code, at=MARCH)
    assert refused.value.code == "claim-code-unknown"


def test_a_code_is_handed_out_by_the_persons_own_club(cast: Cast) -> None:
    other = register_club(by=cast.outsider, name="Strays", at=MARCH)
    approve_club(by=cast.managing, club=other, at=MARCH)
    with pytest.raises(Refusal) as refused:
        issue_claim_code(by=cast.outsider, person=paper_record(cast), at=MARCH)
    assert refused.value.code == "not-allowed"


def test_a_code_is_good_for_sixty_days_the_last_one_included(cast: Cast) -> None:
    person, newcomer = paper_record(cast), account("olive@example.org")
    code = issue_claim_code(by=cast.director, person=person, at=MARCH)
    with pytest.raises(Refusal):
        claim_with_code(account=newcomer, code=code, at=LATER)
    assert claim_with_code(account=newcomer, code=code, at=LATER - dt.timedelta(days=1)) == person


def test_only_the_hash_of_a_code_is_kept_and_a_newer_one_replaces_it(cast: Cast) -> None:
    person, newcomer = paper_record(cast), account("olive@example.org")
    first = issue_claim_code(by=cast.registrar, person=person, at=MARCH)
    second = issue_claim_code(by=cast.registrar, person=person, at=MARCH)
    claim_code = ClaimCode.objects.get()
    assert first not in str(vars(claim_code))
    assert second not in str(vars(claim_code))
    for code, at in ((first, MARCH), (second, LATER), ("nonsense", MARCH)):
        with pytest.raises(Refusal):
            claim_with_code(account=newcomer, code=code, at=at)
    assert claim_with_code(account=newcomer, code=second, at=MARCH) == person


def test_codes_come_from_the_registrar_and_the_home_club(cast: Cast) -> None:
    person = paper_record(cast)
    for by in (cast.outsider, cast.players[0], cast.executor, cast.managing):
        with pytest.raises(Refusal) as refused:
            issue_claim_code(by=by, person=person, at=MARCH)
        assert refused.value.status == 403
    with pytest.raises(Refusal) as refused:
        issue_claim_code(by=cast.registrar, person=cast.players[0], at=MARCH)
    assert refused.value.code == "account-linked"


@pytest.mark.both_databases
def test_the_registrar_gives_the_record_that_was_asked_for(cast: Cast) -> None:
    person, newcomer = paper_record(cast), account("olive@example.org")
    claim = ask_for_record(
        account=newcomer,
        family_name="Older",
        given_names="O.",
        birth_date=dt.date(1940, 5, 4),
        words="I played at Arden in 1966.",
        at=MARCH,
    )
    assert Message.objects.get(kind="claim-asked").to == cast.registrar
    seen = registry(asker=cast.registrar)
    assert seen is not None
    assert [line.number for line in seen.claims[0].doubles] == [person.number]
    accept_claim(by=cast.registrar, claim=claim, person=person, reason="Known for years.", at=MARCH)
    claim.refresh_from_db()
    assert (claim.state, claim.person, claim.words, claim.birth_date) == ("accepted", person, "", None)
    assert Person.objects.get(pk=person.pk).account == newcomer
    assert Message.objects.get(kind="claim-accepted").to == person


def test_who_has_no_record_is_registered_and_a_refusal_says_why(cast: Cast) -> None:
    newcomer = account("new@example.org")
    claim = ask_for_record(account=newcomer, family_name="Newman", given_names="Nell", at=MARCH)
    with pytest.raises(Refusal) as refused:
        refuse_claim(by=cast.registrar, claim=claim, reason=" ", at=MARCH)
    assert refused.value.code == "reason-missing"
    refuse_claim(by=cast.registrar, claim=claim, reason="Which club?", at=MARCH)
    claim = ask_for_record(account=newcomer, family_name="Newman", given_names="Nell", at=MARCH)
    person = accept_claim(by=cast.registrar, claim=claim, home_club=cast.club, at=MARCH)
    assert (person.name, person.home_club, person.account) == ("Nell Newman", cast.club, newcomer)
    with pytest.raises(Refusal) as refused:
        ask_for_record(account=newcomer, family_name="Newman", at=MARCH)
    assert refused.value.code == "record-claimed"


def test_nobody_is_asked_for_or_registered_before_being_born(cast: Cast) -> None:
    tomorrow = MARCH.date() + dt.timedelta(days=1)
    with pytest.raises(Refusal, match="in the future"):
        ask_for_record(
            account=account("new@example.org"), family_name="Newman", birth_date=tomorrow, at=MARCH
        )
    with pytest.raises(Refusal, match="in the future"):
        register_person(
            by=cast.registrar, family_name="Newman", given_names="", birth_date=tomorrow, at=MARCH
        )
    with pytest.raises(Refusal, match="in the future"):
        correct_person(
            by=cast.registrar,
            person=cast.players[0],
            given_names="",
            family_name="Newman",
            birth_date=tomorrow,
            email="",
            address="",
            why="A slip of the pen.",
            at=MARCH,
        )
    assert not Claim.objects.exists()
    today = MARCH.date()
    child = register_person(
        by=cast.registrar, family_name="Newman", given_names="Nell", birth_date=today, at=MARCH
    )
    assert PrivateData.objects.get(person=child).birth_date == today


def test_one_question_at_a_time_and_it_can_be_taken_back(cast: Cast) -> None:
    newcomer = account("new@example.org")
    ask_for_record(account=newcomer, family_name="Newman", at=MARCH)
    with pytest.raises(Refusal) as refused:
        ask_for_record(account=newcomer, family_name="Newman", at=MARCH)
    assert refused.value.code == "claim-waits"
    withdraw_claim(account=newcomer, at=MARCH)
    with pytest.raises(Refusal):
        withdraw_claim(account=newcomer, at=MARCH)
    assert Claim.objects.get().state == "withdrawn"


def test_who_asked_first_is_shown_and_how_many_more_wait(cast: Cast, sign_in: SignIn) -> None:
    """Each is compared with every record, so the page shows so many that it stays quick, and hides none."""
    for number in range(12):
        newcomer = account(f"new{number}@example.org")
        ask_for_record(account=newcomer, family_name=f"Newman{number}", at=MARCH)
    page = sign_in(cast.registrar).get("/people/").content.decode()
    assert page.count("Signs in as") == 10
    assert "Newman0" in page
    assert "Newman11" not in page
    assert "2 more requests are waiting." in page
    refuse_claim(by=cast.registrar, claim=Claim.objects.earliest("pk"), reason="Unknown.", at=MARCH)
    assert "One more request is waiting." in sign_in(cast.registrar).get("/people/").content.decode()


def test_only_the_registrar_decides(cast: Cast) -> None:
    claim = ask_for_record(account=account("new@example.org"), family_name="Newman", at=MARCH)
    for by in (cast.managing, cast.director, cast.players[0]):
        with pytest.raises(Refusal) as refused:
            accept_claim(by=by, claim=claim, at=MARCH)
        assert refused.value.status == 403


def test_doubles_are_shown_to_who_registers_and_birth_dates_to_the_registrar_alone(cast: Cast) -> None:
    person = paper_record(cast)
    names = {"given_names": "Oliver", "family_name": "OLDER", "birth_date": dt.date(1940, 5, 4)}
    assert possible_doubles(**names) == (person,)  # type: ignore[arg-type]
    [seen] = doubles_of(asker=cast.registrar, **names)  # type: ignore[arg-type]
    assert seen.birth_date == dt.date(1940, 5, 4)
    [seen] = doubles_of(asker=cast.director, **names)  # type: ignore[arg-type]
    assert (seen.name, seen.birth_date) == ("Olive Older", None)
    assert doubles_of(asker=cast.players[0], **names) == ()  # type: ignore[arg-type]
    with pytest.raises(Refusal) as refused:
        register_person(by=cast.director, **names, knowing_doubles=False, at=MARCH)  # type: ignore[arg-type]
    assert refused.value.facts["numbers"] == [person.number]
    assert register_person(by=cast.director, **names, at=MARCH) != person  # type: ignore[arg-type]


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_four_who_type_a_code_at_once_one_gets_the_record() -> None:
    cast = make_cast()
    person = paper_record(cast)
    code = issue_claim_code(by=cast.registrar, person=person, at=MARCH)
    accounts = [account(f"racer{number}@example.org") for number in range(4)]
    answers = all_at_once(
        [partial(claim_with_code, account=each_account, code=code, at=MARCH) for each_account in accounts]
    )
    assert sum(isinstance(answer, Refusal) for answer in answers) == 3
    assert Account.objects.filter(person=person).count() == 1


ON_RECORD = (
    ("Opal", "Tate"), ("Percy", "Upton"), ("Élise", "Müller"), ("Anne-Marie", "van Dyck"), ("", "Sønderby"),
)  # fmt: skip
WRITTEN = (
    ("Opal", "Táte", "Tate"),
    ("Percy", "Uptom", "Upton"),
    ("percy", "upotn", "Upton"),
    ("Bercy", "Upton", "Upton"),
    ("Percy", "Opton", "Upton"),
    ("Tate", "Opal", "Tate"),
    ("Uptom", "Percy", "Upton"),
    ("", "Opal Tate", "Tate"),
    ("P.", "Upton", "Upton"),
    ("Elise", "Mueller", "Müller"),
    ("Muller", "Elise", "Müller"),
    ("Anne Marie", "Vandyck", "van Dyck"),
    ("Inge", "Sonderby", "Sønderby"),
    ("Opal", "Upton", ""),
    ("Ruth", "Tate", ""),
    ("Percy", "Vale", ""),
)


def test_a_name_written_wrong_still_finds_its_record(cast: Cast, django_assert_max_num_queries: Any) -> None:
    """Accents, a letter wrong, names exchanged or in one box made a second record of somebody."""
    for given, family in ON_RECORD:
        register_person(by=cast.registrar, given_names=given, family_name=family, at=MARCH)
    for given, family, expected in WRITTEN:
        with django_assert_max_num_queries(2):
            alike = possible_doubles(given_names=given, family_name=family)
        assert [person.family_name for person in alike] == ([expected] if expected else []), (given, family)
    tate = Person.objects.get(family_name="Tate")
    married = register_person(by=cast.registrar, given_names="Opal", family_name="Quarles", at=MARCH)
    merge_people(by=cast.registrar, kept=married, merged=tate, reason="Married.", at=MARCH)
    assert possible_doubles(given_names="Opal", family_name="Tate") == (married,)
    assert possible_doubles(given_names="Opal", family_name="Tate", but=married) == ()


def test_the_likeliest_of_many_records_come_first(cast: Cast) -> None:
    for number in range(30):
        register_person(by=cast.registrar, given_names=f"S{chr(97 + number)}", family_name="Smith", at=MARCH)
    sol = register_person(by=cast.registrar, given_names="Sol", family_name="Smith", at=MARCH)
    likely = possible_doubles(given_names="Sól", family_name="Smith")
    assert (likely[0], len(likely)) == (sol, 20)
