"""The wish to be forgotten: asked, confirmed, thought over for fourteen days, carried out.

Invariants: nothing happens before the days are over, and until then the person takes it back alone. What is
carried out stays: the name becomes a pseudonym made of the member number, private data and copies go, the
account is closed. The records stay whole, since they name people by record and number: ledger, standings,
votes, sums. Published rosters, Letters and issued certificates keep what they say (docs/decisions/0005).
Rule section: reading 59 (permanent filing goes first).
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.db.models import Case, QuerySet, Value, When
from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.accounts.models.provider_sign_in import ProviderSignIn
from sanctioning.hooks import PERSON_ANONYMISED
from sanctioning.identity.lookup import holders_of
from sanctioning.identity.same_person import hold, rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue
from sanctioning.kit.messages.models import Message
from sanctioning.kit.messages.services.messages import send
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.models.office import Office
from sanctioning.offices.permissions import terms_held
from sanctioning.people.models.identity import Claim, ClaimCode
from sanctioning.people.models.own_data import AnonymisationWish
from sanctioning.people.models.person import Person, PrivateData, Publicity
from sanctioning.people.models.provisional import ProvisionalRecord
from sanctioning.people.services.data_copies import remove_copies_of

ANONYMISE_JOB = "sanctioning.anonymise"
DAYS_OF_THOUGHT = 14
RULE = _lazy("You ask twice, and have fourteen days to change your mind.")
State = AnonymisationWish.State


@looks_again
def ask_to_be_forgotten(*, by: Person, at: dt.datetime | None = None) -> AnonymisationWish:
    """The first word; nothing follows from it until it is confirmed.

    Raises:
        Refusal: `holds-an-office`.
    """
    at = moment(at)
    [person] = hold([by])
    _require_no_office(person, day_of(at))
    wish = _open_wish(person)
    if wish is not None:
        return wish
    new_wish = AnonymisationWish.objects.create(person=person, asked_at=at)
    note(by=by, at=at, action="ask to be forgotten", thing=new_wish, after={"state": new_wish.state})
    return new_wish


@transaction.atomic
def confirm_wish(*, by: Person, number: str, at: dt.datetime | None = None) -> AnonymisationWish:
    """The second word, with one's member number typed; the days of thought begin.

    Raises:
        Refusal: `holds-an-office`, `no-such-wish`, `number-differs`.
    """
    at = moment(at)
    [person] = hold([by])
    _require_no_office(person, day_of(at))
    wish = _open_wish(person)
    if wish is None or wish.state != State.ASKED:
        raise _not_so(_("There is no request to confirm."), _("Ask first, then confirm."))
    if number.strip().upper() != person.number:
        raise Refusal(
            code="number-differs",
            sentence=_("This is not your member number."),
            rule=RULE,
            remedy=_("Type %(number)s to confirm.") % {"number": person.number},
            status=422,
        )
    wish.state, wish.confirmed_at = State.CONFIRMED, at
    wish.due_at = at + dt.timedelta(days=DAYS_OF_THOUGHT)
    wish.save(update_fields=["state", "confirmed_at", "due_at"])
    after = {"state": wish.state, "due": wish.due_at.isoformat()}
    note(by=by, at=at, action="confirm wish to be forgotten", thing=wish, after=after)
    registrars = holders_of(day_of(at), Office.REGISTRAR)
    send(to=registrars, kind="wish-confirmed", about=wish, path=reverse("registry"), at=at)
    send(to=person, kind="wish-begun", about=wish, path=reverse("forget-me"), at=at)
    return wish


@transaction.atomic
def take_wish_back(*, by: Person, at: dt.datetime | None = None) -> AnonymisationWish:
    """Take back the wish to be forgotten.

    Raises:
        Refusal: `no-such-wish`.
    """
    at = moment(at)
    [person] = hold([by])
    wish = _open_wish(person)
    if wish is None:
        raise _not_so(_("There is no request to take back."), _("There is nothing to do."))
    before = wish.state
    wish.state, wish.ended_at = State.WITHDRAWN, at
    wish.save(update_fields=["state", "ended_at"])
    note(
        by=by,
        at=at,
        action="take back wish to be forgotten",
        thing=wish,
        before={"state": before},
        after={"state": wish.state},
    )
    return wish


def enqueue_due_wishes(*, at: dt.datetime | None = None) -> int:
    """Ask for the job of each wish whose days are over; gives how many."""
    due = AnonymisationWish.objects.filter(state=State.CONFIRMED, due_at__lte=moment(at))
    for wish in due:
        enqueue(kind=ANONYMISE_JOB, key=str(wish.pk), payload={"wish": wish.pk})
    return len(due)


def carry_out_wish(running: RunningJob) -> None:
    """The job: nothing where the wish was taken back meanwhile."""
    with running.completing():
        anonymise(wish_id=running.payload["wish"])


@transaction.atomic
def anonymise(*, wish_id: int, at: dt.datetime | None = None) -> Person | None:
    """Carry a wish out if it stands and its days are over."""
    at = moment(at)
    wish = AnonymisationWish.objects.select_related("person").get(pk=wish_id)
    [person] = hold([wish.person])
    wish = AnonymisationWish.objects.select_for_update(no_key=True).get(pk=wish_id)
    if wish.state != State.CONFIRMED or wish.due_at is None or wish.due_at > at:
        return None
    rows = rows_of(person)
    accounts = list(Account.objects.filter(person__in=rows))
    for row in rows.select_for_update(no_key=True).order_by("pk"):
        row.given_names, row.family_name = "", pseudonym(row)
        row.publicity, row.anonymised_at = Publicity.LISTED, at
        row.account, row.home_club = None, None
        row.save()
    PrivateData.objects.filter(person__in=rows).delete()
    Message.objects.filter(to__in=rows).delete()
    ProvisionalRecord.objects.filter(person__in=rows).delete()
    ClaimCode.objects.filter(person__in=rows, used_at__isnull=True).delete()
    _forget_claims(Claim.objects.filter(person__in=rows))
    remove_copies_of(person)
    for account in accounts:
        _close(account)
    wish.state, wish.ended_at = State.DONE, at
    wish.save(update_fields=["state", "ended_at"])
    person = Person.objects.get(pk=person.pk)
    for forget in PERSON_ANONYMISED.values():
        forget(person)
    note(by=None, at=at, action="anonymise", thing=person, why="On the person's own wish.")
    return person


def pseudonym(person: Person) -> str:
    """The same for ever, and nobody else's."""
    return f"Former player {person.number}"


def _close(account: Account) -> None:
    account.email = f"closed-{account.pk}@closed.invalid"
    account.name, account.is_active = "", False
    account.set_unusable_password()
    account.save()
    ProviderSignIn.objects.filter(account=account).delete()
    _forget_claims(Claim.objects.filter(account=account))


def _forget_claims(claims: QuerySet[Claim]) -> None:
    """Who asked for a record, and as whom; that one was refused stays, and a refusal has a reason."""
    reason = Case(When(state=Claim.State.REFUSED, then=Value("-")), default=Value(""))
    claims.update(given_names="", family_name="-", number="", reason=reason)


def _open_wish(person: Person) -> AnonymisationWish | None:
    wishes = AnonymisationWish.objects.select_for_update(no_key=True).filter(
        person__in=rows_of(person), state__in=(State.ASKED, State.CONFIRMED)
    )
    return wishes.first()


def _require_no_office(person: Person, day: dt.date) -> None:
    if terms_held(person, day).exists():
        raise Refusal(
            code="holds-an-office",
            sentence=_("You hold an office, and everyone who acts in one is named."),
            rule=_("Everything done on the site says who did it."),
            remedy=_("Ask the Managing Executor to end your term first."),
        )


def _not_so(sentence: str, remedy: str) -> Refusal:
    return Refusal(code="no-such-wish", sentence=sentence, rule=RULE, remedy=remedy)
