"""How an account gets hold of a record: by a code that was handed over, or by asking the registrar.

Invariants: a code serves once and lapses, only its hash is kept, and a newer one replaces it; an account
has one record and a record one account, also when two press the button together; what somebody wrote to
prove who he is goes when it is decided. Who asks never learns which records there are.
Terms: double (a record that may be the same person, by name or birth date).
"""

from __future__ import annotations

import datetime as dt
import hashlib

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.clubs.models import Club
from sanctioning.identity.lookup import holders_of
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.check_characters import new_code, normal_code
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.messages.services.messages import send
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import require_reason, visible
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import require
from sanctioning.people.models.identity import Claim, ClaimCode
from sanctioning.people.models.person import Person
from sanctioning.people.permissions import may_decide_claims, may_issue_claim_code
from sanctioning.people.services.registering import register_person, require_born

CODE_DAYS = 60
RULE = _lazy("One account for each person, and one record for each account.")


@looks_again
def issue_claim_code(*, by: Person, person: Person, at: dt.datetime | None = None) -> str:
    """A code to hand to the person, in place of any earlier one. It is told this once.

    Raises:
        Refusal: `account-linked`, `not-allowed`, `person-anonymised`.
    """
    at = moment(at)
    person = _locked(person)
    require(
        may_issue_claim_code(by, day_of(at), person),
        what=_("hand out codes for this record"),
        who=_("the registrar or an officer of the person's club"),
        rule="IV",
    )
    require_free(person)
    ClaimCode.objects.filter(person=person, used_at__isnull=True).delete()
    code = new_code()
    claim_code = ClaimCode.objects.create(
        person=person,
        sha256=_hashed(code),
        issued_by=by,
        issued_at=at,
        last_day=day_of(at) + dt.timedelta(days=CODE_DAYS),
    )
    note(
        by=by,
        at=at,
        action="issue claim code",
        thing=person,
        after={"last_day": claim_code.last_day.isoformat()},
    )
    return code


@transaction.atomic
def claim_with_code(*, account: Account, code: str, at: dt.datetime | None = None) -> Person:
    """Join the account to the record that the code was handed out for.

    Raises:
        Refusal: `account-linked`, `claim-code-unknown`, `person-anonymised`, `record-claimed`.
    """
    at = moment(at)
    account = locked_account(account)
    good = ClaimCode.objects.filter(
        sha256=_hashed(normal_code(code) or ""), used_at__isnull=True, last_day__gte=day_of(at)
    )
    claim_code = good.select_related("person").first()
    if claim_code is None:
        raise _no_good_code()
    person = _locked(claim_code.person)
    require_free(person)
    if not good.update(used_at=at, used_by=account):
        raise _no_good_code()
    end_own_claim(account, at)
    join(person, account)
    note(by=person, at=at, action="claim record", thing=person, after={"by": "code"})
    return person


@looks_again
def ask_for_record(
    *,
    account: Account,
    family_name: str,
    given_names: str = "",
    number: str = "",
    birth_date: dt.date | None = None,
    words: str = "",
    at: dt.datetime | None = None,
) -> Claim:
    """Ask the registrar for one's record, or to be registered.

    Raises:
        Refusal: `claim-waits`, `name-invisible`, `name-missing`, `not-born`, `record-claimed`.
    """
    at = moment(at)
    account = locked_account(account)
    if not family_name.strip():
        raise Refusal(
            code="name-missing",
            sentence=_("The registrar needs your family name."),
            rule=_("A person needs a family name."),
            remedy=_("Write it; you may leave out given names."),
            status=422,
        )
    require_born(birth_date, at)
    if Claim.objects.filter(account=account, state=Claim.State.WAITING).exists():
        raise Refusal(
            code="claim-waits",
            sentence=_("You have already asked, and the registrar has not answered yet."),
            rule=_("One request at a time."),
            remedy=_("Wait for the answer, or take your request back and ask again."),
        )
    claim = Claim.objects.create(
        account=account,
        given_names=visible(given_names, "given_names"),
        family_name=visible(family_name, "family_name"),
        number=number.strip().upper()[:12],
        birth_date=birth_date,
        words=words.strip(),
        asked_at=at,
    )
    note(by=None, at=at, action="ask for record", thing=claim, after={"state": claim.state})
    registrars = holders_of(day_of(at), Office.REGISTRAR)
    send(to=registrars, kind="claim-asked", about=claim, path=reverse("registry"), at=at)
    return claim


@transaction.atomic
def withdraw_claim(*, account: Account, at: dt.datetime | None = None) -> None:
    """Take one's question back.

    Raises:
        Refusal: `no-claim-waits`.
    """
    at = moment(at)
    if not end_own_claim(account, at):
        raise Refusal(
            code="no-claim-waits",
            sentence=_("You have no open request."),
            rule=_("One request at a time."),
            remedy=_("Read the answer, or ask again."),
        )


@transaction.atomic
def accept_claim(
    *,
    by: Person,
    claim: Claim,
    person: Person | None = None,
    home_club: Club | None = None,
    reason: str = "",
    at: dt.datetime | None = None,
) -> Person:
    """Join the asker's account to `person`; without one, to a new record with the name that was written.

    Raises:
        Refusal: `account-linked`, `claim-decided`, `not-allowed`, `person-anonymised`, `record-claimed` and
            what `register_person` raises.
    """
    at = moment(at)
    claim = _waiting(by, claim, at)
    account = locked_account(claim.account)
    if person is None:
        person = register_person(
            by=by,
            given_names=claim.given_names,
            family_name=claim.family_name,
            home_club=home_club,
            email=account.email,
            birth_date=claim.birth_date,
            at=at,
        )
    person = _locked(person)
    require_free(person)
    join(person, account)
    _decide(claim, Claim.State.ACCEPTED, at, by=by, reason=reason.strip(), person=person)
    note(by=by, at=at, action="accept claim", thing=person, why=reason, after={"claim": claim.pk})
    send(to=person, kind="claim-accepted", about=claim, path=reverse("my-page"), at=at)
    return person


@transaction.atomic
def refuse_claim(*, by: Person, claim: Claim, reason: str, at: dt.datetime | None = None) -> Claim:
    """Say no, and why; the asker reads it and may ask again.

    Raises:
        Refusal: `claim-decided`, `not-allowed`, `reason-missing`.
    """
    at = moment(at)
    claim = _waiting(by, claim, at)
    reason = require_reason(
        reason,
        _("A refusal needs a reason."),
        rule=_("Every refusal says why and what to do next."),
        remedy=_("Write what was missing. They will read it and can ask again."),
    )
    _decide(claim, Claim.State.REFUSED, at, by=by, reason=reason)
    note(by=by, at=at, action="refuse claim", thing=claim, why=reason, after={"state": claim.state})
    return claim


def _no_good_code() -> Refusal:
    return Refusal(
        code="claim-code-unknown",
        sentence=_("This code is wrong or has expired."),
        rule=_("A code works once, and for sixty days."),
        remedy=_(
            "Compare it with the note character by character, or ask the person who gave it to you "
            "for a new one."
        ),
        status=422,
    )


def _hashed(code: str) -> str:
    """Codes are random to 54 bits and lapse, so a plain hash does."""
    return hashlib.sha256(code.encode()).hexdigest()


def _locked(person: Person) -> Person:
    held = Person.objects.select_for_update(no_key=True).get(pk=person.pk)
    return held if held.merged_into is None else _locked(held.merged_into)


def locked_account(account: Account) -> Account:
    """The account, held; refuses one that has a record.

    Raises:
        Refusal: `record-claimed`.
    """
    account = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
    if Person.objects.filter(account=account).exists():
        raise Refusal(
            code="record-claimed",
            sentence=_("Your account is already linked to a record."),
            rule=RULE,
            remedy=_("If you have points on another record, ask the registrar to merge the two."),
        )
    return account


def require_free(person: Person) -> None:
    if rows_of(person).filter(account__isnull=False).exists():
        raise Refusal(
            code="account-linked",
            sentence=_("%(number)s already has an account.") % {"number": person.number},
            rule=RULE,
            remedy=_("Sign in with that account, or ask the registrar."),
        )
    if person.anonymised_at is not None:
        raise Refusal(
            code="person-anonymised",
            sentence=_("%(number)s was anonymised.") % {"number": person.number},
            rule=_("An anonymised record stays anonymised."),
            remedy=_("Ask to be registered again."),
        )


def join(person: Person, account: Account) -> None:
    Person.objects.filter(pk=person.pk).update(account=account)
    person.account = account


def end_own_claim(account: Account, at: dt.datetime) -> bool:
    own = Claim.objects.select_for_update(no_key=True).filter(account=account, state=Claim.State.WAITING)
    claim = own.first()
    if claim is None:
        return False
    _decide(claim, Claim.State.WITHDRAWN, at)
    note(by=None, at=at, action="withdraw claim", thing=claim, after={"state": claim.state})
    return True


def _waiting(by: Person, claim: Claim, at: dt.datetime) -> Claim:
    require(
        may_decide_claims(by, day_of(at)),
        what=_("decide on requests for records"),
        who=_("the registrar"),
        rule="IV",
    )
    held = Claim.objects.select_for_update(no_key=True).get(pk=claim.pk)
    if held.state != Claim.State.WAITING:
        raise Refusal(
            code="claim-decided",
            sentence=_("This request has already been %(state)s.") % {"state": held.get_state_display()},
            rule=_("A request is answered once."),
            remedy=_("Look at the list as it is now."),
        )
    return held


def _decide(
    claim: Claim,
    state: Claim.State,
    at: dt.datetime,
    *,
    by: Person | None = None,
    reason: str = "",
    person: Person | None = None,
) -> None:
    claim.state, claim.decided_at, claim.decided_by = state, at, by
    claim.reason, claim.person = reason, person
    claim.birth_date, claim.words = None, ""
    claim.save()
