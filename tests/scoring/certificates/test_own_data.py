"""One's own data: a copy to take away, what the public sees, and being forgotten with the records whole."""

from __future__ import annotations

import datetime as dt
import io
import json
import zipfile
from typing import Any

import pytest
from django.apps import apps
from django.core.files.storage import default_storage
from django.db import models

from sanctioning.accounts.models.account import Account
from sanctioning.kit.clock import noon, today
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import run_waiting
from sanctioning.kit.lists.lists import ask
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.identity import Claim
from sanctioning.people.models.own_data import DataCopy
from sanctioning.people.models.person import Person, PrivateData, Publicity
from sanctioning.people.selectors.own_data import kept_about, relations
from sanctioning.people.services.anonymisation import (
    anonymise,
    ask_to_be_forgotten,
    confirm_wish,
    enqueue_due_wishes,
    take_wish_back,
)
from sanctioning.people.services.claims import accept_claim, ask_for_record, refuse_claim, withdraw_claim
from sanctioning.people.services.data_copies import ask_for_copy, copy_bytes, remove_old_copies
from sanctioning.people.services.merging import merge_people
from sanctioning.people.services.own_data import OwnData, change_own_data, correct_person
from sanctioning.people.services.registering import register_person
from scoring.certificates.models import Certificate
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.players.selectors.players import player_detail, players
from scoring.results.selectors.games import game_detail
from scoring.results.selectors.results import event_detail
from scoring.rosters.lines import RosterKey
from scoring.rosters.selectors.kept_lines import lines
from scoring.rosters.selectors.rosters import roster_detail, roster_rows
from scoring.rosters.services.rosters import compile_roster, publish_roster
from tests.cast import MARCH, Cast, account, certified, sanctioned_event

MAY = dt.date(2025, 5, 15)
FORTNIGHT = dt.timedelta(days=14)


@pytest.fixture
def season(cast: Cast) -> Cast:
    certified(cast, sanctioned_event(cast, level="special-event", event_type="tournament"), cast.players[:4])
    return cast


def winner(cast: Cast) -> Person:
    return Certificate.objects.order_by("number")[0].person


def make_minor(person: Person) -> None:
    PrivateData.objects.update_or_create(person=person, defaults={"birth_date": today() - dt.timedelta(5000)})


def choose(person: Person, publicity: str) -> None:
    data = OwnData(email="", address="", home_club=person.home_club, publicity=publicity)
    change_own_data(by=person, data=data, at=MARCH)


def names_in_public(cast: Cast) -> set[str]:
    """Every name that a page or program of the public gives for the players of the season's game."""
    event = event_detail(slug="spring-whoopie")
    game = game_detail(event_slug="spring-whoopie", number=1)
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=noon(MAY))
    assert event is not None
    assert game is not None
    return (
        {placing.name for each_game in event.games for placing in each_game.placings}
        | {player.name for player in game.players}
        | {placing.name for placing in game.standings}
        | {game.report.reporter if game.report else ""}
        | {" ".join(reversed(line.name.split(", "))) for line in lines(roster)}
    )


def test_a_minor_is_named_by_an_initial_everywhere_and_has_no_public_page(season: Cast) -> None:
    ash = season.players[0]
    assert "A Ash" in names_in_public(season)
    make_minor(ash)
    public = names_in_public(season)
    assert "A A." in public
    assert "A Ash" not in public
    assert player_detail(number=ash.number) is None
    assert ash.number not in {line.number for line in ask(players(), {"search": "A"}).lines}
    for asker in (ash, season.registrar, season.managing):
        seen = player_detail(number=ash.number, asker=asker)
        assert seen is not None
        assert seen.name == "A Ash"
    for asker in (season.director, season.executor, season.players[1]):
        assert player_detail(number=ash.number, asker=asker) is None


CHOICES = [("listed", "A Ash", True), ("results", "A Ash", False), ("number", "", False)]


@pytest.mark.parametrize(("publicity", "named", "page"), CHOICES)
def test_everybody_chooses_how_far_the_public_sees(
    season: Cast, publicity: str, named: str, page: bool
) -> None:
    ash = season.players[0]
    choose(ash, publicity)
    public = names_in_public(season)
    assert (named or ash.number) in public
    assert ("A Ash" in public) is bool(named)
    assert (player_detail(number=ash.number) is not None) is page
    assert (ash.number in {line.number for line in ask(players(), {"search": "Ash"}).lines}) is page


@pytest.mark.both_databases
def test_a_copy_holds_every_relation_and_the_person_s_papers_and_is_for_that_person(season: Cast) -> None:
    person = winner(season)
    run_waiting()
    data_copy = ask_for_copy(by=person)
    assert ask_for_copy(by=person) == data_copy
    with pytest.raises(Refusal) as refused:
        copy_bytes(by=person, copy=data_copy)
    assert refused.value.status == 409
    run_waiting()
    copy = DataCopy.objects.get()
    job = Job.objects.get(kind="sanctioning.data-copy")
    assert job.progress_done == job.progress_total > 10
    packed = zipfile.ZipFile(io.BytesIO(copy_bytes(by=person, copy=copy)))
    names = set(packed.namelist())
    assert {"README.txt", "record.json", "private data.json", "ledger entries.json"} <= names
    serials = {
        f"papers/{certificate.serial}.pdf" for certificate in Certificate.objects.filter(person=person)
    }
    assert serials <= names
    assert json.loads(packed.read("record.json"))[0]["number"] == person.number
    assert packed.read(sorted(serials)[0]).startswith(b"%PDF")
    assert not any(b"sha256" in packed.read(name) for name in names if name.endswith("codes.json"))
    with pytest.raises(Refusal) as refused:
        copy_bytes(by=season.registrar, copy=copy)
    assert refused.value.status == 404
    assert copy_bytes(by=person, copy=copy, at=noon(today() + dt.timedelta(days=7)))
    over = noon(today() + dt.timedelta(days=9))
    with pytest.raises(Refusal):
        copy_bytes(by=person, copy=copy, at=over)
    assert remove_old_copies(at=over) == 1
    assert not default_storage.exists(copy.file)


def test_a_copy_knows_every_model_that_names_a_person(season: Cast) -> None:
    """A relation without a name says who acted; every other is part of a copy, of whatever floor."""
    keys = [
        field
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, models.ForeignKey) and field.related_model is Person and model is not Person
    ]
    named = {(field.model, field.name) for field in keys if not field.remote_field.hidden}
    assert {(relation.related_model, relation.field.name) for relation in relations()} == named
    parts = {name for name, _ in kept_about(season.players[0])}
    assert len(parts) == len(named) + 2
    assert not [name for name in parts if name.partition(" (")[0].endswith(("shs", "ys", "chs"))], parts


def forgotten(cast: Cast, person: Person) -> Person:
    ask_to_be_forgotten(by=person, at=MARCH)
    wish = confirm_wish(by=person, number=person.number.lower(), at=MARCH)
    assert anonymise(wish_id=wish.pk, at=MARCH + FORTNIGHT - dt.timedelta(seconds=1)) is None
    done = anonymise(wish_id=wish.pk, at=MARCH + FORTNIGHT)
    assert done is not None
    return done


def test_who_is_forgotten_leaves_the_books_whole(season: Cast) -> None:
    person = winner(season)
    run_waiting()
    name, email = person.name, person.account.email if person.account else ""
    roster = compile_roster(by=season.registrar, as_of=MAY, at=noon(MAY))
    publish_roster(by=season.registrar, roster=roster, at=noon(dt.date(2025, 5, 16)))
    before = player_detail(number=person.number, asker=season.registrar)
    facts = Certificate.objects.filter(person=person).values_list("facts", flat=True)[0]
    choose(person, "number")
    done = forgotten(season, person)
    after = player_detail(number=person.number, asker=season.registrar)
    assert before is not None
    assert after is not None
    assert (after.awarded, after.games, after.certificates) == (
        before.awarded,
        before.games,
        before.certificates,
    )
    assert done.name == f"Former player {person.number}"
    assert not PrivateData.objects.filter(person=person).exists()
    assert not Message.objects.filter(to=person).exists()
    assert not Account.objects.filter(email=email).exists()
    closed = Account.objects.get(email__startswith="closed-")
    assert (closed.is_active, closed.name, closed.has_usable_password()) == (False, "", False)
    assert list(ledger_problems()) == []
    assert person.sort_name in {line.name for line in lines(roster)}, "what was printed stays"
    [row] = roster_rows(line for line in lines(roster) if line.number == person.number)
    assert row.name == done.name, "also of somebody who was shown by number before"
    shown = roster_detail(RosterKey(MAY), search=person.family_name)
    assert shown is not None
    assert person.number not in {row.number for row in shown.rows}
    assert Certificate.objects.filter(person=person).values_list("facts", flat=True)[0] == facts
    event = event_detail(slug="spring-whoopie")
    assert event is not None
    assert name not in str(event)


def test_what_a_closed_account_once_asked_for_is_forgotten_too(cast: Cast) -> None:
    newcomer = account("nell@example.org")
    asked: dict[str, Any] = {"account": newcomer, "given_names": "Nell", "family_name": "Newman", "at": MARCH}
    ask_for_record(**asked)
    withdraw_claim(account=newcomer, at=MARCH)
    forgotten(cast, accept_claim(by=cast.registrar, claim=ask_for_record(**asked), at=MARCH))
    assert list(Claim.objects.values_list("given_names", "family_name")) == 2 * [("", "-")]


def test_whoever_was_once_refused_a_record_is_forgotten_too(cast: Cast) -> None:
    newcomer = account("nell@example.org")
    asked: dict[str, Any] = {"account": newcomer, "given_names": "Nell", "family_name": "Newman", "at": MARCH}
    refuse_claim(by=cast.registrar, claim=ask_for_record(**asked), reason="Nell is twelve.", at=MARCH)
    forgotten(cast, accept_claim(by=cast.registrar, claim=ask_for_record(**asked), at=MARCH))
    claims = Claim.objects.order_by("pk").values_list("state", "family_name", "reason")
    assert list(claims) == [("refused", "-", "-"), ("accepted", "-", "")]


def test_a_wish_is_said_twice_and_can_be_taken_back(season: Cast) -> None:
    person = season.players[0]
    with pytest.raises(Refusal):
        confirm_wish(by=person, number=person.number, at=MARCH)
    ask_to_be_forgotten(by=person, at=MARCH)
    assert enqueue_due_wishes(at=MARCH + 2 * FORTNIGHT) == 0
    with pytest.raises(Refusal) as refused:
        confirm_wish(by=person, number=season.players[1].number, at=MARCH)
    assert refused.value.code == "number-differs"
    wish = confirm_wish(by=person, number=person.number, at=MARCH)
    assert Message.objects.get(kind="wish-confirmed").to == season.registrar
    assert enqueue_due_wishes(at=MARCH) == 0
    assert enqueue_due_wishes(at=MARCH + FORTNIGHT) == 1
    take_wish_back(by=person, at=MARCH)
    run_waiting()
    assert anonymise(wish_id=wish.pk, at=MARCH + FORTNIGHT) is None
    assert Person.objects.get(pk=person.pk).name == "A Ash"


@pytest.mark.both_databases
def test_the_job_forgets_all_records_of_a_person_and_who_holds_an_office_is_named(season: Cast) -> None:
    with pytest.raises(Refusal) as refused:
        ask_to_be_forgotten(by=season.director, at=MARCH)
    assert refused.value.code == "holds-an-office"
    person = season.players[0]
    other = register_person(by=season.registrar, given_names="Old", family_name="Ash", at=MARCH)
    merge_people(by=season.registrar, kept=person, merged=other, reason="The same.", at=MARCH)
    ask_to_be_forgotten(by=person, at=MARCH)
    confirm_wish(by=person, number=person.number, at=MARCH)
    assert enqueue_due_wishes() == 1
    run_waiting()
    assert Job.objects.get(kind="sanctioning.anonymise").state == "done"
    rows = Person.objects.filter(pk__in=[person.pk, other.pk])
    assert all(row.name == f"Former player {row.number}" for row in rows)
    with pytest.raises(Refusal):
        correct_person(
            by=season.registrar,
            person=person,
            given_names="A",
            family_name="Ash",
            birth_date=None,
            email="",
            address="",
            why="Back.",
        )


def test_the_trail_says_which_private_data_changed_and_not_to_what(season: Cast) -> None:
    ash = season.players[0]
    data = OwnData(email="new@example.org", address="Mill Lane", home_club=None, publicity=Publicity.RESULTS)
    change_own_data(by=ash, data=data, at=MARCH)
    [entry] = [act for act in ash.acts.order_by("-id") if act.action == "change own data"]
    assert entry.after == {"home_club": None, "publicity": "results", "changed": ["email", "address"]}
    assert "Mill Lane" not in str(entry.after) + str(entry.before)
    wrong = OwnData(email="no address", address="", home_club=None, publicity="listed")
    with pytest.raises(Refusal) as refused:
        change_own_data(by=ash, data=wrong, at=MARCH)
    assert refused.value.code == "email-wrong"
