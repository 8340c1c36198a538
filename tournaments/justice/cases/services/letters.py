"""Letters of Particulars and Complaint: drafted from a vote, signed, filed for good.

Purpose: what all non-offenders of a table lay before the authority against one of their own.
Invariants: only with a carried bar by all whose motion asked for a Letter, and which no appeal has
overturned; drafted by one who voted for it; its complaint is written until the first signature; each signs
on his own account, and who has none is entered by the Acting Executor as having signed on paper; filed with
the last signature, or by who drafted it with the reason why somebody's is missing. Filing gives the number
and asks for the sealed paper; from then on nobody changes or deletes it, neither here nor in the database.
Rule section: III, "Penalties"; W-113, W-114, reading 59.
Terms: as in `tournaments.justice.cases.models`.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from rules_engine.justice.letters import RULE, why_no_letter
from rules_engine.justice.votes import Motion
from sanctioning.identity.same_person import rows_of, same_person
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.jobs.services.jobs import enqueue
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sequences.services import next_number
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import require_words
from sanctioning.kit.wording.sentences import in_language
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.permissions import rules_game
from tournaments.justice.appeal_history.verdicts import was_overturned
from tournaments.justice.cases.letter_drafts import drafted
from tournaments.justice.cases.models import Letter, LetterSignature
from tournaments.justice.cases.notifications.letters import tell_of_draft, tell_of_filing
from tournaments.justice.cases.particulars import as_data
from tournaments.justice.cases.permissions import signer_of
from tournaments.justice.cases.selectors.letters import LETTER_FACTS, VOTE_FACTS, unsigned
from tournaments.justice.votes.models import Offender, Vote, Voter

# Carried out by `scoring`, which holds the seal.
LETTER_JOB: Final = "tournaments.letter"
LONGEST: Final = 12_000


@looks_again
def draft_letter(
    *, by: Person, vote: Vote, against: Person, complaint: str, at: dt.datetime | None = None
) -> Letter:
    """A Letter against one offender, its particulars those of the vote; the others are asked to sign.

    Raises:
        Refusal: `complaint-missing`, `complaint-too-long`, `letter-there`, `no-offender`, `not-allowed`,
            `vote-overturned`.
    """
    at = moment(at)
    vote = (
        Vote.objects.select_for_update(of=("self",), no_key=True).select_related(*VOTE_FACTS).get(pk=vote.pk)
    )
    _require_voted(by, vote)
    _require_letter_goes(vote)
    _require_offender(vote, against)
    if Letter.objects.filter(vote=vote, against__in=rows_of(against)).exists():
        raise Refusal(
            code="letter-there",
            sentence=_("There is already a Letter against %(name)s from this vote.") % {"name": against.name},
            rule=RULE,
            remedy=_("Open that one; sign it, or ask who drafted it to change it."),
        )
    letter = Letter.objects.create(
        vote=vote,
        against=against.identity,
        particulars=as_data(drafted(vote, against.identity)),
        complaint=_complaint(complaint),
        drafted_by=by,
        drafted_at=at,
    )
    after = {"against": against.number, "vote": vote.pk}
    entry = note(by=by, at=at, action="draft letter", thing=letter, after=after)
    tell_of_draft(by=by, at=at, letter=letter, entry=entry)
    return letter


@transaction.atomic
def edit_letter(*, by: Person, letter: Letter, complaint: str, at: dt.datetime | None = None) -> Letter:
    """Write the complaint anew; only who drafted it, and only until somebody signs.

    Raises:
        Refusal: `complaint-missing`, `complaint-too-long`, `letter-filed`, `letter-signed`, `not-allowed`.
    """
    at = moment(at)
    letter = _locked(letter)
    _require_drafter(by, letter, _("rewrite this Letter"))
    _require_unsigned(letter)
    before, letter.complaint = letter.complaint, _complaint(complaint)
    letter.save(update_fields=["complaint"])
    note(
        by=by,
        at=at,
        action="edit letter",
        thing=letter,
        before={"complaint": before},
        after={"complaint": letter.complaint},
    )
    return letter


@transaction.atomic
def discard_letter(*, by: Person, letter: Letter, at: dt.datetime | None = None) -> None:
    """Throw a draft away that nobody signed; another may be drafted.

    Raises:
        Refusal: `letter-filed`, `letter-signed`, `not-allowed`.
    """
    at = moment(at)
    letter = _locked(letter)
    _require_drafter(by, letter, _("delete this Letter"))
    _require_unsigned(letter)
    note(by=by, at=at, action="discard letter", thing=letter, before={"complaint": letter.complaint})
    letter.delete()


@looks_again
def sign_letter(
    *, by: Person, letter: Letter, player: int | None = None, at: dt.datetime | None = None
) -> LetterSignature:
    """Sign it; `player`, the key of somebody on the roll without an account, by the Acting Executor.

    With the last signature the Letter is filed.

    Raises:
        Refusal: `letter-filed`, `not-allowed`, `not-on-the-roll`, `signed-already`, `signs-online`,
            `vote-overturned`.
    """
    at = moment(at)
    letter = _locked(letter)
    _require_open(letter)
    _require_letter_goes(letter.vote)
    voter = _on_paper(by, letter, player, at) if player is not None else _own(by, letter)
    if letter.signatures.filter(player=voter.player).exists():
        raise Refusal(
            code="signed-already",
            sentence=_("%(name)s has already signed this Letter.")
            % {"name": voter.player.person.identity.name},
            rule=RULE,
            remedy=_("There is nothing to do."),
        )
    signature = LetterSignature.objects.create(letter=letter, player=voter.player, by=by, at=at)
    after = {"player": voter.player.person.number, "on_paper": player is not None}
    note(by=by, at=at, action="sign letter", thing=letter, after=after)
    if not unsigned(letter):
        _file(letter, by, at, "")
    return signature


@transaction.atomic
def file_letter(*, by: Person, letter: Letter, missing: str = "", at: dt.datetime | None = None) -> Letter:
    """File it though somebody who voted has not signed; `missing` says why.

    Raises:
        Refusal: `letter-filed`, `letter-unsigned`, `missing-unsaid`, `not-allowed`, `vote-overturned`.
    """
    at = moment(at)
    letter = _locked(letter)
    _require_drafter(by, letter, _("file this Letter"))
    _require_open(letter)
    if not letter.signatures.exists():
        raise Refusal(
            code="letter-unsigned",
            sentence=_("Nobody has signed this Letter yet."),
            rule=RULE,
            remedy=_("Sign it at least yourself, then file it with the reason why the others have not."),
        )
    _require_letter_goes(letter.vote)
    why = require_words(
        missing, "missing-unsaid", _("Somebody who voted has not signed, and there is no reason.")
    )
    return _file(letter, by, at, why)


def _file(letter: Letter, by: Person, at: dt.datetime, why: str) -> Letter:
    letter.number, letter.filed_at, letter.filed_without = next_number("letter"), at, why
    letter.save(update_fields=["number", "filed_at", "filed_without"])
    after = {"number": letter.number, "without": [voter.player.person.number for voter in unsigned(letter)]}
    entry = note(by=by, at=at, action="file letter", thing=letter, why=why, after=after)
    enqueue(kind=LETTER_JOB, key=str(letter.pk), payload={"letter": letter.pk})
    tell_of_filing(by=by, at=at, letter=letter, entry=entry)
    return letter


def _locked(letter: Letter) -> Letter:
    rows = Letter.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related(*LETTER_FACTS).get(pk=letter.pk)


def _complaint(text: str) -> str:
    words = require_words(text, "complaint-missing", _("The Letter has no complaint yet."))
    if len(words) > LONGEST:
        raise Refusal(
            code="complaint-too-long",
            sentence=_("The complaint has %(length)s characters.") % {"length": len(words)},
            rule=RULE,
            remedy=_("Use at most %(most)s characters; the particulars are filled in.") % {"most": LONGEST},
            status=422,
        )
    return words


def _require_voted(by: Person, vote: Vote) -> None:
    require(
        signer_of(vote, by) is not None,
        what=_("draft a Letter from this vote"),
        who=_("somebody who voted for the bar"),
        rule=RULE,
    )


def _require_letter_goes(vote: Vote) -> None:
    stands = why_no_letter(
        Motion(vote.motion),
        closed=vote.state == Vote.State.CLOSED,
        carried=bool(vote.carried),
        asked=bool(vote.terms.get("letter")),
    )
    if stands is not None:
        raise Refusal(
            code=stands.code,
            sentence=in_language(stands.reason),
            rule=stands.rule,
            remedy=_("You can tell the Managing Executor what the Letter would have complained about."),
        )
    if was_overturned(vote):
        raise Refusal(
            code="vote-overturned",
            sentence=_("The vote was overturned on appeal, and with it the bar."),
            rule=RULE,
            remedy=_("No Letter goes with it any more."),
        )


def _require_offender(vote: Vote, against: Person) -> None:
    if not Offender.objects.filter(violation=vote.violation, player__person__in=rows_of(against)).exists():
        raise Refusal(
            code="no-offender",
            sentence=_("%(name)s is not an offender in this vote.") % {"name": against.name},
            rule=RULE,
            remedy=_("A Letter goes against one of those who were barred."),
            status=422,
        )


def _require_drafter(by: Person, letter: Letter, what: str) -> None:
    require(same_person(by, letter.drafted_by), what=what, who=_("the person who drafted it"), rule=RULE)


def _require_open(letter: Letter) -> None:
    if letter.filed_at is not None:
        raise Refusal(
            code="letter-filed",
            sentence=_("%(letter)s is filed and cannot be changed.") % {"letter": letter},
            rule=_("III/Penalties, reading 59: filed permanently."),
            remedy=_("There is nothing to do."),
        )


def _require_unsigned(letter: Letter) -> None:
    _require_open(letter)
    if letter.signatures.exists():
        raise Refusal(
            code="letter-signed",
            sentence=_("Somebody has signed this Letter, so it cannot be changed."),
            rule=RULE,
            remedy=_("File it, or take no action; tell the judges the rest."),
        )


def _own(by: Person, letter: Letter) -> Voter:
    voter = signer_of(letter.vote, by)
    require(voter is not None, what=_("sign this Letter"), who=_("those who voted for the bar"), rule=RULE)
    assert voter is not None
    return voter


def _on_paper(by: Person, letter: Letter, player: int, at: dt.datetime) -> Voter:
    """Somebody without an account; whoever has one signs there himself."""
    require(
        rules_game(by, day_of(at), letter.vote.violation.game),
        what=_("enter who signed on paper"),
        who=_("the Acting Executor of the game"),
        rule=RULE,
    )
    voter = letter.vote.roll.select_related("player__person__merged_into").filter(player=player).first()
    if voter is None:
        raise Refusal(
            code="not-on-the-roll",
            sentence=_("The person who signed did not vote for the bar."),
            rule=RULE,
            remedy=_("Choose one of those who voted."),
            status=422,
        )
    if voter.player.person.identity.account_id is not None:
        raise Refusal(
            code="signs-online",
            sentence=_("%(name)s has an account and signs there.")
            % {"name": voter.player.person.identity.name},
            rule=_("Each signs for themselves."),
            remedy=_("Ask them to sign in."),
        )
    return voter
