"""Letters of Particulars and Complaint: drafted, signed, filed, and kept for good."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.utils.translation import override

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast
from tests.support.discipline import ACT, Table, barred_table, holder, on_paper
from tests.support.racing import all_at_once
from tests.support.refusals import refused
from tournaments.justice.appeals.models import Appeal, AppealStep
from tournaments.justice.cases.models import Letter
from tournaments.justice.cases.particulars import read
from tournaments.justice.cases.selectors.letters import (
    letter_asked,
    letter_view,
    letters,
    letters_to_enter,
    letters_to_sign,
)
from tournaments.justice.cases.services.letters import (
    discard_letter,
    draft_letter,
    edit_letter,
    file_letter,
    sign_letter,
)
from tournaments.justice.rulings.services.found_violations import unfind
from tournaments.justice.votes.models import Vote

COMPLAINT = "He did it twice, and laughed.\n\nWe ask that he play no more."
TAKEN_BACK = "taken back"


@pytest.fixture
def table(cast: Cast) -> Table:
    return barred_table(cast)


def drafted(table: Table) -> Letter:
    by = table.ayes[0]
    return draft_letter(by=by, vote=table.vote, against=table.offender, complaint=COMPLAINT, at=MARCH)


def filed(table: Table) -> Letter:
    letter = drafted(table)
    for aye in table.ayes:
        sign_letter(by=aye, letter=letter, at=MARCH)
    return Letter.objects.get(pk=letter.pk)


def appealed(cast: Cast, table: Table, steps: Iterable[tuple[str, str]], **against: Any) -> None:
    """An appeal of the offender, each step with its office and its decision."""
    player = table.game.players.get(person=table.offender)
    appeal = Appeal.objects.create(
        number=1, appellant=player, bundle={}, bundle_sha256="0" * 64, at=MARCH, **against
    )
    for place, (office, decision) in enumerate(steps, start=1):
        decided = {"decision": decision, "reasons": "So it was.", "decided_by": cast.managing}
        ended = {"withdrawn_at": MARCH} if decision == TAKEN_BACK else {**decided, "decided_at": MARCH}
        AppealStep.objects.create(
            appeal=appeal,
            place=place,
            office=office,
            taken_by=player,
            taken_at=MARCH,
            grounds="It was no chaos.",
            until=MARCH.date(),
            **ended,
        )


def test_it_is_drafted_from_the_vote_with_its_facts_filled_in(cast: Cast, table: Table) -> None:
    letter = drafted(table)
    particulars = read(letter.particulars)
    assert (particulars.against, particulars.against_number) == (table.offender.name, table.offender.number)
    assert (particulars.event, particulars.game, particulars.club) == (
        "Spring Whoopie",
        "game 1",
        cast.club.name,
    )
    assert (particulars.sanction, particulars.level, particulars.played_on) == (
        "S-00001",
        "open",
        "2025-03-08",
    )
    assert (particulars.stanza, particulars.act, particulars.violation) == (3, ACT, "a chaotic action")
    assert (particulars.acting_executor, particulars.charged_by) == (cast.executor.name, table.ayes[0].name)
    assert [(voter.name, voter.answer) for voter in particulars.roll] == [
        (aye.name, "aye") for aye in table.ayes
    ]
    assert particulars.result == "4 of 4 non-offending players; 4 were needed: carried"
    assert (particulars.barred_from, str(particulars.until)) == (("the rest of this game",), "2025-12-31")
    messages = Message.objects.filter(kind="letter-to-sign")
    assert {message.to for message in messages} == set(table.ayes[1:])
    assert (letter.number, str(letter)) == (None, "Draft of a Letter")
    with override("de"):
        assert letter.label == "Entwurf einer Anklageschrift"
    assert [letter.pk for letter in letters_to_sign(table.ayes[0])] == [letter.pk]


def test_the_last_signature_files_it(cast: Cast, table: Table) -> None:
    letter = drafted(table)
    for aye in table.ayes[:-1]:
        sign_letter(by=aye, letter=letter, at=MARCH)
        assert Letter.objects.get(pk=letter.pk).filed_at is None
        assert not letters_to_sign(aye).exists()
    sign_letter(by=table.ayes[-1], letter=letter, at=MARCH)
    letter.refresh_from_db()
    assert (letter.number, letter.filed_at, str(letter)) == (1, MARCH, "Letter LPC-0001")
    people = {message.to for message in Message.objects.filter(kind="letter-filed")}
    assert people == {table.offender, cast.managing, cast.executor, *table.ayes[:-1]}
    assert AuditEntry.objects.filter(action="file letter", thing_id=str(letter.pk)).exists()
    refused("letter-filed", sign_letter, by=table.ayes[0], letter=letter)
    refused("letter-filed", edit_letter, by=table.ayes[0], letter=letter, complaint="Else.")
    refused("letter-filed", file_letter, by=table.ayes[0], letter=letter, missing="None.")
    refused("letter-filed", discard_letter, by=table.ayes[0], letter=letter)


@pytest.mark.both_databases
def test_it_is_written_anew_until_somebody_signs(cast: Cast, table: Table) -> None:
    letter = drafted(table)
    first, second = table.ayes[:2]
    refused("not-allowed", edit_letter, by=second, letter=letter, complaint="Else.")
    refused("complaint-missing", edit_letter, by=first, letter=letter, complaint=" \n ")
    refused("complaint-too-long", edit_letter, by=first, letter=letter, complaint="w" * 12_001)
    assert edit_letter(by=first, letter=letter, complaint="Once more.", at=MARCH).complaint == "Once more."
    refused("not-allowed", discard_letter, by=second, letter=letter)
    sign_letter(by=second, letter=letter, at=MARCH)
    refused("signed-already", sign_letter, by=second, letter=letter)
    refused("letter-signed", edit_letter, by=first, letter=letter, complaint="Else.")
    refused("letter-signed", discard_letter, by=first, letter=letter)


@pytest.mark.both_databases
def test_a_draft_that_nobody_signed_is_thrown_away_and_drafted_again(table: Table) -> None:
    discard_letter(by=table.ayes[0], letter=drafted(table), at=MARCH)
    again = drafted(table)
    refused(
        "letter-there",
        draft_letter,
        by=table.ayes[1],
        vote=table.vote,
        against=table.offender,
        complaint="Mine.",
    )
    assert Letter.objects.get() == again


def test_who_drafted_it_files_it_with_the_reason_why_somebody_is_missing(cast: Cast, table: Table) -> None:
    letter, drafter = drafted(table), table.ayes[0]
    refused("letter-unsigned", file_letter, by=drafter, letter=letter, missing="Ill.")
    sign_letter(by=drafter, letter=letter, at=MARCH)
    refused("missing-unsaid", file_letter, by=drafter, letter=letter, missing=" ")
    refused("not-allowed", file_letter, by=table.ayes[1], letter=letter, missing="Ill.")
    filed_letter = file_letter(by=drafter, letter=letter, missing="The others moved away.", at=MARCH)
    assert (filed_letter.number, filed_letter.filed_without) == (1, "The others moved away.")
    view = letter_view(letter=Letter.objects.get(pk=letter.pk), asker=cast.managing)
    assert view is not None
    assert [bool(signer.signed_at) for signer in view.signers] == [True, False, False, False]


@pytest.mark.both_databases
def test_who_has_no_account_is_entered_by_the_acting_executor(cast: Cast) -> None:
    paper = on_paper(cast, "Pat")
    table = barred_table(cast, players=[*cast.players[:3], paper, cast.players[4]])
    letter = drafted(table)
    [message] = Message.objects.filter(kind="letter-on-paper")
    assert message.to == cast.executor
    assert [letter.pk for letter in letters_to_enter(cast.executor)] == [letter.pk]
    key = table.game.players.get(person=paper).pk
    refused("not-allowed", sign_letter, by=table.ayes[0], letter=letter, player=key)
    other = table.game.players.get(person=table.ayes[1]).pk
    refused("signs-online", sign_letter, by=cast.executor, letter=letter, player=other)
    for stranger in (0, table.game.players.get(person=table.offender).pk):
        refused("not-on-the-roll", sign_letter, by=cast.executor, letter=letter, player=stranger)
    refused("not-allowed", sign_letter, by=cast.executor, letter=letter)
    signed = sign_letter(by=cast.executor, letter=letter, player=key, at=MARCH)
    assert (signed.by, signed.player.person) == (cast.executor, paper)
    assert not letters_to_enter(cast.executor).exists()
    view = letter_view(letter=Letter.objects.get(pk=letter.pk), asker=table.ayes[0])
    assert view is not None
    assert [signer.on_paper for signer in view.signers] == ["", "", "", cast.executor.name]


def test_no_letter_goes_from_a_vote_that_is_no_such_bar(cast: Cast) -> None:
    wrong: dict[str, dict[str, Any]] = {
        "letter-without-bar": {"motion": "type-2-bar"},
        "vote-not-closed": {"state": "open"},
        "bar-not-carried": {"carried": False},
        "letter-not-asked": {"terms": {"scope": []}},
    }
    for code, terms in wrong.items():
        with transaction.atomic():
            table = barred_table(cast, **terms)
            refused(
                code,
                draft_letter,
                by=table.ayes[0],
                vote=table.vote,
                against=table.offender,
                complaint=COMPLAINT,
            )
            assert letter_asked(vote=table.vote, asker=table.ayes[0]) is None
            transaction.set_rollback(True)


@pytest.mark.both_databases
def test_only_who_voted_drafts_and_only_against_an_offender(cast: Cast, table: Table) -> None:
    for by in (table.offender, cast.executor, cast.managing, cast.outsider):
        refused("not-allowed", draft_letter, by=by, vote=table.vote, against=table.offender, complaint="W.")
        assert letter_asked(vote=table.vote, asker=by) is None
    refused(
        "no-offender", draft_letter, by=table.ayes[0], vote=table.vote, against=table.ayes[1], complaint="W."
    )
    to_draft = letter_asked(vote=table.vote, asker=table.ayes[1])
    assert to_draft is not None
    assert to_draft.against == ((table.offender.number, table.offender.name),)


def test_no_letter_goes_once_the_vote_was_overturned(cast: Cast, table: Table) -> None:
    letter = drafted(table)
    sign_letter(by=table.ayes[0], letter=letter, at=MARCH)
    steps = [("Associate", "overturned"), ("Managing", TAKEN_BACK)]
    appealed(cast, table, steps, ruling=table.vote.ruling)
    assert letter_asked(vote=table.vote, asker=table.ayes[0]) is not None
    Appeal.objects.update(ended="final", ended_at=MARCH)
    refused("vote-overturned", file_letter, by=table.ayes[0], letter=letter, missing="Ill.")
    refused("vote-overturned", sign_letter, by=table.ayes[1], letter=letter)
    assert letter_asked(vote=table.vote, asker=table.ayes[0]) is None


@pytest.mark.parametrize(("college", "goes"), [("upheld", False), ("overturned", True)])
def test_whether_a_letter_goes_follows_the_whole_course_of_an_appeal(
    cast: Cast, table: Table, college: str, goes: bool
) -> None:
    """Upheld, an overturning stands; overturned itself, the vote stands again."""
    appealed(cast, table, [("Managing", "overturned"), ("College", college)], vote=table.vote)
    Appeal.objects.update(ended="final", ended_at=MARCH)
    assert (letter_asked(vote=table.vote, asker=table.ayes[0]) is not None) == goes


def test_no_letter_goes_once_nothing_is_found_any_more(table: Table) -> None:
    """The finding fell on appeal, and the bar with it, though nobody appealed the vote on the bar."""
    letter = drafted(table)
    sign_letter(by=table.ayes[0], letter=letter, at=MARCH)
    unfind(
        [
            table.vote.violation.votes.create(
                motion="find-chaotic-action", demanded_at=MARCH, demanded_by=table.vote.demanded_by
            )
        ]
    )
    vote = Vote.objects.get(pk=table.vote.pk)
    assert letter_asked(vote=vote, asker=table.ayes[0]) is None
    refused("vote-overturned", file_letter, by=table.ayes[0], letter=letter, missing="Ill.")


def test_two_offenders_of_one_act_have_a_letter_each(cast: Cast) -> None:
    table = barred_table(cast, offenders=2)
    for against in cast.players[3:5]:
        draft_letter(by=table.ayes[0], vote=table.vote, against=against, complaint="Both.", at=MARCH)
    assert Letter.objects.count() == 2
    to_draft = letter_asked(vote=table.vote, asker=table.ayes[1])
    assert to_draft is not None
    assert to_draft.against == ()


@pytest.mark.both_databases
def test_only_those_concerned_see_it(cast: Cast, table: Table) -> None:
    college, judge = holder(cast, "Cora", "college-member"), holder(cast, "Asa")
    letter = drafted(table)

    def seen_by() -> set[Person]:
        this_letter = Letter.objects.get(pk=letter.pk)
        people = [
            *cast.players,
            *(cast.managing, cast.executor, cast.registrar, cast.director, cast.outsider),
            *(college.person, judge.person),
        ]
        seen = {person for person in people if letter_view(letter=this_letter, asker=person) is not None}
        assert seen == {person for person in people if letters(asker=person).rows.exists()}
        return seen

    assert seen_by() == {*table.ayes, cast.executor}
    for aye in table.ayes:
        sign_letter(by=aye, letter=letter, at=MARCH)
    concerned = {*table.ayes, cast.executor, table.offender, cast.managing, college.person}
    assert seen_by() == concerned


def test_in_a_secret_vote_all_who_voted_sign(cast: Cast) -> None:
    table = barred_table(cast, secret=True)
    particulars = read(drafted(table).particulars)
    assert (particulars.secret, {voter.answer for voter in particulars.roll}) == (True, {"aye"})


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_two_last_signatures_at_once_file_it_once(cast: Cast) -> None:
    table = barred_table(cast)
    letter = drafted(table)
    for aye in table.ayes[:2]:
        sign_letter(by=aye, letter=letter, at=MARCH)
    acts = [
        partial(sign_letter, by=person, letter=letter, at=MARCH)
        for person in (*table.ayes[2:], table.ayes[3])
    ]
    answers = all_at_once(acts)
    assert [type(answer).__name__ for answer in answers].count("LetterSignature") == 2
    [late] = [answer for answer in answers if isinstance(answer, Refusal)]
    assert late.code in ("signed-already", "letter-filed")
    letter.refresh_from_db()
    assert (letter.number, letter.signatures.count()) == (1, 4)
    assert AuditEntry.objects.filter(action="file letter").count() == 1
