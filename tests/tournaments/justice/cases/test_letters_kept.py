"""What the database keeps of a Letter: it is not deleted, and what was signed stays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib import admin
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest

from sanctioning.people.models.person import Person
from sanctioning.people.services.anonymisation import anonymise, ask_to_be_forgotten, confirm_wish
from sanctioning.people.services.merging import merge_people
from tests.cast import MARCH, Cast
from tests.support.discipline import Table, barred_table, on_paper
from tests.tournaments.justice.cases.test_letters import COMPLAINT, drafted, filed
from tournaments.justice.cases.models import Letter, LetterSignature
from tournaments.justice.cases.particulars import read
from tournaments.justice.cases.selectors.letters import letter_view
from tournaments.justice.cases.services.letters import (
    file_letter,
    sign_letter,
)


@pytest.fixture
def table(cast: Cast) -> Table:
    return barred_table(cast)


@pytest.mark.both_databases
def test_a_letter_that_nobody_can_delete(cast: Cast, table: Table) -> None:
    """Neither by a program of this site, nor in its administration, nor in the database itself."""
    letter = filed(table)
    rows = Letter.objects.filter(pk=letter.pk)
    wrong: list[Callable[[], object]] = [
        letter.delete,
        rows.delete,
        partial(rows.update, complaint="Nothing."),
        partial(rows.update, particulars={}),
        partial(rows.update, filed_at=None, number=None),
        partial(rows.update, against=table.ayes[0]),
        LetterSignature.objects.all().delete,
        partial(LetterSignature.objects.update, by=cast.managing),
        partial(raw, "DELETE FROM tournaments_lettersignature"),
        partial(raw, "DELETE FROM tournaments_letter"),
        partial(raw, "UPDATE tournaments_letter SET complaint = 'Nothing.'"),
        partial(raw, "UPDATE tournaments_letter SET filed_at = NULL, number = NULL"),
        partial(raw, f"UPDATE tournaments_letter SET against_id = {cast.managing.pk}"),
    ]
    if connection.vendor == "postgresql":
        wrong.append(partial(raw, "TRUNCATE tournaments_letter CASCADE"))
    for act in wrong:
        connection.check_constraints()
        with pytest.raises(DatabaseError), transaction.atomic():
            act()
    assert rows.get().complaint == COMPLAINT
    assert LetterSignature.objects.count() == 4
    letter_admin = admin.site.get_model_admin(Letter)
    for may in (
        letter_admin.has_add_permission,
        letter_admin.has_change_permission,
        letter_admin.has_delete_permission,
    ):
        assert not may(HttpRequest())


def raw(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.both_databases
def test_the_database_keeps_what_was_signed_and_drafted(table: Table) -> None:
    letter = drafted(table)
    rows = Letter.objects.filter(pk=letter.pk)
    wrong: tuple[dict[str, Any], ...] = (
        {"particulars": {}},
        {"against": table.ayes[0]},
        {"number": 9},
        {"document": "else.pdf"},
    )
    for change in wrong:
        with pytest.raises(DatabaseError), transaction.atomic():
            rows.update(**change)
    sign_letter(by=table.ayes[1], letter=letter, at=MARCH)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(complaint="What nobody signed.")
    file_letter(by=table.ayes[0], letter=letter, missing="Ill.", at=MARCH)
    player = table.game.players.get(person=table.ayes[2])
    with pytest.raises(DatabaseError), transaction.atomic():
        LetterSignature.objects.create(letter=letter, player=player, by=table.ayes[2], at=MARCH)
    rows.update(document="letters/0001.pdf", document_sha256="a" * 64)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(document="letters/else.pdf")


def test_the_name_stays_as_filed_where_the_person_is_forgotten(cast: Cast, table: Table) -> None:
    letter, person = filed(table), table.offender
    name = person.name
    ask_to_be_forgotten(by=person, at=MARCH)
    wish = confirm_wish(by=person, number=person.number, at=MARCH)
    assert wish.due_at is not None
    anonymise(wish_id=wish.pk, at=wish.due_at)
    letter_now = Letter.objects.get(pk=letter.pk)
    assert Person.objects.get(pk=person.pk).name != name
    assert read(letter_now.particulars).against == name
    assert (letter_now.complaint, letter_now.against) == (COMPLAINT, person)


def test_the_name_stays_as_filed_where_the_record_is_merged(cast: Cast, table: Table) -> None:
    letter = filed(table)
    other = on_paper(cast, "Evelyn")
    merge_people(by=cast.registrar, kept=other, merged=table.offender, reason="One hand.", at=MARCH)
    letter_now = Letter.objects.get(pk=letter.pk)
    assert read(letter_now.particulars).against_number == table.offender.number
    view = letter_view(letter=letter_now, asker=other)
    assert view is not None
    assert (view.against, view.particulars.against) == (other.name, table.offender.name)
