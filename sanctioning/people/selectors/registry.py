"""The registry: records as the registrar sees them, and as much of them as whoever registers people needs.

Invariants: private data only for those who may see them; who runs a club sees of its members the name, the
number and whether somebody signs in, and of a possible double no more than the public does.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from sanctioning.identity.doubles import Sought, doubles_of_each, possible_doubles
from sanctioning.identity.lookup import person_numbered
from sanctioning.identity.names import public_name
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import today
from sanctioning.kit.lists.filters import kind_of, named, words
from sanctioning.kit.lists.lists import ListSource, ask
from sanctioning.offices.permissions import may_see_people
from sanctioning.people.models.identity import Claim, ClaimCode, Merge
from sanctioning.people.models.own_data import AnonymisationWish
from sanctioning.people.models.person import Person
from sanctioning.people.models.provisional import ProvisionalRecord
from sanctioning.people.permissions import (
    may_correct_person,
    may_decide_claims,
    may_issue_claim_code,
    may_merge_people,
    may_register_person,
)

MOST_CLAIMS = 10
"""Shown at once, for each is compared with every record: the others follow as these are decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLine:
    number: str
    name: str
    club_name: str
    birth_date: dt.date | None = None
    signs_in: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeLine:
    id: int
    kept: str
    merged: str
    reason: str
    at: dt.datetime
    undone_at: dt.datetime | None
    undone_reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordActs:
    """What the asker may do with a record as it stands."""

    code: bool = False
    correct: bool = False
    merge: bool = False
    close: bool = False
    delete: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRecord:
    """`email`, `address`, `given_names` and what follows are empty for who does not see private data."""

    number: str
    name: str
    club_name: str
    signs_in: bool
    code_until: dt.date | None
    acts: RecordActs
    private: bool = False
    given_names: str = ""
    family_name: str = ""
    email: str = ""
    birth_date: dt.date | None = None
    address: str = ""
    account: str = ""
    numbers: tuple[str, ...] = ()
    merges: tuple[MergeLine, ...] = ()
    doubles: tuple[RecordLine, ...] = ()
    forgotten_on: dt.datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimLine:
    id: int
    name: str
    email: str
    number: str
    birth_date: dt.date | None
    words: str
    asked_at: dt.datetime
    doubles: tuple[RecordLine, ...]

    @property
    def likely(self) -> str:
        """The number of the one record that is like it."""
        return self.doubles[0].number if len(self.doubles) == 1 else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvisionalLine:
    """`club` is the slug of the one that they named."""

    id: int
    number: str
    name: str
    email: str
    club: str
    club_name: str
    occasion: str
    made_at: dt.datetime
    doubles: tuple[RecordLine, ...]

    @property
    def likely(self) -> str:
        """The number of the one record that is like it."""
        return self.doubles[0].number if len(self.doubles) == 1 else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WishLine:
    number: str
    name: str
    due_at: dt.datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """`claims` and `provisional` are those that have waited longest, `further_…` how many more wait."""

    people: tuple[RecordLine, ...]
    claims: tuple[ClaimLine, ...]
    further_claims: int
    provisional: tuple[ProvisionalLine, ...]
    further_provisional: int
    wishes: tuple[WishLine, ...]
    decides: bool


def people(*, asker: Person) -> ListSource[Person, RecordLine]:
    """Every record that is kept, for who keeps the registry. Two queries a page."""
    records = (
        Person.objects.filter(merged_into=None) if may_see_people(asker, today()) else Person.objects.none()
    )
    return ListSource(
        rows=records.select_related("home_club", "private"),
        lines=lambda page: tuple(map(_line, page)),
        sorts={
            "name": ("family_name", "given_names"),
            "number": ("number",),
            "club": (F("home_club__name"), "family_name"),
            "born": (F("private__birth_date"),),
            "registered": ("registered_at",),
        },
        order="name",
        filters=(
            named(),
            words("club", _("Club"), "home_club__name"),
            kind_of(
                "account",
                _("Signs in"),
                {
                    "yes": (_("with an account"), Q(account__isnull=False)),
                    "no": (_("without an account"), Q(account__isnull=True)),
                },
                all_words=_("all records"),
            ),
        ),
    )


def registry(*, asker: Person, search: str = "") -> Registry | None:
    """What waits, and the first people found; None for who does not keep the registry."""
    day = today()
    if not may_see_people(asker, day):
        return None
    waiting = Claim.objects.filter(state=Claim.State.WAITING).select_related("account")
    provisional = ProvisionalRecord.objects.waiting().select_related("person", "club")
    wishes = AnonymisationWish.objects.filter(state="confirmed").select_related("person__merged_into")
    return Registry(
        people=tuple(ask(people(asker=asker), {"search": search}).lines) if search.strip() else (),
        claims=_claim_lines(list(waiting[:MOST_CLAIMS])),
        further_claims=max(0, waiting.count() - MOST_CLAIMS),
        provisional=_provisional_lines(list(provisional[:MOST_CLAIMS])),
        further_provisional=max(0, provisional.count() - MOST_CLAIMS),
        wishes=tuple(
            WishLine(number=wish.person.identity.number, name=wish.person.identity.name, due_at=wish.due_at)
            for wish in wishes.order_by("due_at")
        ),
        decides=may_decide_claims(asker, day),
    )


def record_of(*, asker: Person, number: str) -> PersonRecord | None:
    """One record; None where there is none for the asker."""
    person, day = person_numbered(number=number), today()
    if person is None:
        return None
    sees, hands_out = may_see_people(asker, day), may_issue_claim_code(asker, day, person)
    if not (sees or hands_out):
        return None
    account = Person.objects.filter(pk__in=rows_of(person), account__isnull=False)
    email = account.values_list("account__email", flat=True).first() or ""
    open_code = ClaimCode.objects.filter(person=person, used_at=None, last_day__gte=day).first()
    corrects = may_correct_person(asker, day)
    stands = person.anonymised_at is None
    common = PersonRecord(
        number=person.number,
        name=person.name,
        club_name=person.home_club.name if person.home_club else "",
        signs_in=bool(email),
        code_until=open_code.last_day if open_code else None,
        acts=RecordActs(
            code=hands_out and not email and stands,
            correct=corrects and stands,
            merge=may_merge_people(asker, day) and stands,
            close=corrects and bool(email) and asker.pk != person.pk,
            delete=corrects and not email and stands,
        ),
    )
    return _with_private(common, person, email) if sees else common


def doubles_of(
    *, asker: Person, given_names: str, family_name: str, birth_date: dt.date | None
) -> tuple[RecordLine, ...]:
    """Possible doubles, for whoever registers people; birth dates only for who may see them."""
    day = today()
    if not may_register_person(asker, day):
        return ()
    doubles = possible_doubles(given_names=given_names, family_name=family_name, birth_date=birth_date)
    if may_see_people(asker, day):
        return tuple(map(_line, doubles))
    return tuple(
        RecordLine(
            number=person.number,
            name=public_name(person, day),
            club_name=person.home_club.name if person.home_club else "",
        )
        for person in doubles
    )


def claim_of(account_id: int) -> Claim | None:
    """The latest question of an account."""
    return Claim.objects.filter(account=account_id).order_by("-asked_at", "-id").first()


def waiting_claim(number: int) -> Claim | None:
    return Claim.objects.filter(pk=number).first()


def provisional_record(number: int) -> ProvisionalRecord | None:
    return ProvisionalRecord.objects.filter(pk=number).first()


def merge_of(*, number: int, person: str) -> Merge | None:
    """A merge that the record, by its member number, has a part in."""
    either = Q(kept__number=person) | Q(kept__merged_into__number=person) | Q(merged__number=person)
    return Merge.objects.filter(either, pk=number).select_related("kept__merged_into", "merged").first()


def _with_private(common: PersonRecord, person: Person, email: str) -> PersonRecord:
    private = getattr(person, "private", None)
    merges = Merge.objects.filter(Q(kept__in=rows_of(person)) | Q(merged=person)).select_related(
        "kept", "merged"
    )
    doubles = possible_doubles(
        given_names=person.given_names,
        family_name=person.family_name,
        birth_date=private.birth_date if private else None,
        but=person,
    )
    wish = person.anonymisation_wishes.filter(state="confirmed").first()
    return PersonRecord(
        **{name: getattr(common, name) for name in ("number", "name", "club_name", "signs_in")},
        code_until=common.code_until,
        acts=common.acts,
        private=True,
        given_names=person.given_names,
        family_name=person.family_name,
        email=private.email if private else "",
        birth_date=private.birth_date if private else None,
        address=private.address if private else "",
        account=email,
        numbers=tuple(person.merged.order_by("number").values_list("number", flat=True)),
        merges=tuple(map(_merge_line, merges)),
        doubles=() if person.anonymised_at else tuple(map(_line, doubles)),
        forgotten_on=wish.due_at if wish else None,
    )


def _line(person: Person) -> RecordLine:
    private = getattr(person, "private", None)
    return RecordLine(
        number=person.number,
        name=person.name,
        club_name=person.home_club.name if person.home_club else "",
        birth_date=private.birth_date if private else None,
        signs_in=person.account_id is not None,
    )


def _claim_lines(claims: Sequence[Claim]) -> tuple[ClaimLine, ...]:
    alike = doubles_of_each(
        [
            Sought(given_names=claim.given_names, family_name=claim.family_name, birth_date=claim.birth_date)
            for claim in claims
        ]
    )
    return tuple(map(_claim_line, claims, alike))


def _claim_line(claim: Claim, named: tuple[Person, ...]) -> ClaimLine:
    by_number = person_numbered(number=claim.number) if claim.number else None
    by_key = {person.pk: person for person in ((by_number,) if by_number else ()) + named}
    return ClaimLine(
        id=claim.pk,
        name=claim.name,
        email=claim.account.email,
        number=claim.number,
        birth_date=claim.birth_date,
        words=claim.words,
        asked_at=claim.asked_at,
        doubles=tuple(map(_line, by_key.values())),
    )


def _provisional_lines(records: Sequence[ProvisionalRecord]) -> tuple[ProvisionalLine, ...]:
    names = [record.person for record in records]
    alike = doubles_of_each(
        [Sought(given_names=person.given_names, family_name=person.family_name) for person in names]
    )
    return tuple(map(_provisional_line, records, alike))


def _provisional_line(record: ProvisionalRecord, alike: tuple[Person, ...]) -> ProvisionalLine:
    person, club = record.person, record.club
    return ProvisionalLine(
        id=record.pk,
        number=person.number,
        name=person.name,
        email=record.email,
        club=club.slug if club else "",
        club_name=club.name if club else "",
        occasion=record.occasion,
        made_at=record.made_at,
        doubles=tuple(_line(double) for double in alike if double.pk != person.pk),
    )


def _merge_line(merge: Merge) -> MergeLine:
    return MergeLine(
        id=merge.pk,
        kept=merge.kept.number,
        merged=merge.merged.number,
        reason=merge.reason,
        at=merge.at,
        undone_at=merge.undone_at,
        undone_reason=merge.undone_reason,
    )
