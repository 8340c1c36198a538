"""Making two records of one person one, and two again.

Invariants: nothing that hangs on a record is moved or rewritten; the merged record only points to the one
that is kept, and every sum goes over both (`sanctioning.identity.same_person`). So undoing restores what was,
whatever happened meanwhile. Both records are locked, in one order, before anything is judged.
Rule section: reading 59 (permanent papers are not touched).
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from sanctioning.hooks import PEOPLE_CHANGED, PEOPLE_MERGING
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.kit.typed_input import require_reason
from sanctioning.offices.permissions import require
from sanctioning.people.models.identity import Merge
from sanctioning.people.models.person import Person, PrivateData
from sanctioning.people.permissions import may_merge_people

LENT = ("email", "birth_date", "address")


@looks_again
def merge_people(
    *, by: Person, kept: Person, merged: Person, reason: str, at: dt.datetime | None = None
) -> Merge:
    """From now on `merged` is a record of `kept`; refused where they cannot be one person.

    Raises:
        Refusal: `birth-dates-differ`, `merged-already`, `not-allowed`, `person-anonymised`, `reason-missing`,
            `same-record`, `two-accounts`.
    """
    at = moment(at)
    _require_registrar(by, at, _("merge records"))
    reason = _reasoned(reason)
    kept, merged = _locked(kept, merged)
    _require_two_that_stand(kept, merged)
    _require_one_account(kept, merged)
    for object_to in PEOPLE_MERGING.values():
        object_to(kept, merged)
    merge = Merge.objects.create(
        kept=kept, merged=merged, reason=reason, lent=_lend(kept, merged), by=by, at=at
    )
    Person.objects.filter(Q(pk=merged.pk) | Q(merged_into=merged)).update(merged_into=kept)
    note(
        by=by,
        at=at,
        action="merge people",
        thing=kept,
        why=reason,
        before={"numbers": [kept.number, merged.number]},
        after={"kept": kept.number, "merged": merged.number},
    )
    for follow in PEOPLE_CHANGED.values():
        follow(people=[kept], by=by, at=at, why=f"{merged.number} merged: {reason}")
    return merge


@transaction.atomic
def undo_merge(*, by: Person, merge: Merge, reason: str, at: dt.datetime | None = None) -> Merge:
    """Two records again, each with what hangs on it.

    Raises:
        Refusal: `merge-undone`, `not-allowed`, `person-anonymised`, `reason-missing`.
    """
    at = moment(at)
    _require_registrar(by, at, _("undo a merge"))
    reason = _reasoned(reason)
    held = _locked(merge.kept.identity, merge.merged, merge.kept)
    merge = (
        Merge.objects.select_for_update(of=("self",), no_key=True)
        .select_related("kept", "merged")
        .get(pk=merge.pk)
    )
    if merge.undone_at is not None:
        raise Refusal(
            code="merge-undone",
            sentence=_("The merge of %(number)s has already been undone.") % {"number": merge.merged.number},
            rule=_("A merge is undone once."),
            remedy=_("There is nothing to do."),
        )
    if held[0].anonymised_at is not None:
        raise Refusal(
            code="person-anonymised",
            sentence=_("This person was anonymised, so the two records can no longer be told apart."),
            rule=_("An anonymised record stays anonymised."),
            remedy=_("There is nothing to do. The records are complete."),
        )
    whole = merge.kept.identity
    merge.undone_at, merge.undone_by, merge.undone_reason = at, by, reason
    merge.save(update_fields=["undone_at", "undone_by", "undone_reason"])
    _part(merge.merged)
    _take_back(merge)
    note(
        by=by,
        at=at,
        action="undo merge",
        thing=merge.kept,
        why=reason,
        before={"kept": merge.kept.number, "merged": merge.merged.number},
        after={"numbers": [merge.kept.number, merge.merged.number]},
    )
    apart = Person.objects.get(pk=merge.merged.pk)
    why = f"Merge of {merge.merged.number} undone: {reason}"
    for follow in PEOPLE_CHANGED.values():
        follow(people=[whole, apart], by=by, at=at, why=why)
    return merge


def _part(person: Person) -> None:
    """The record stands for itself again, with those that were merged into it by merges that stand."""
    followers: set[int] = set()
    keys = {person.pk}
    while keys:
        standing = Merge.objects.filter(kept__in=keys, undone_at__isnull=True)
        keys = set(standing.values_list("merged_id", flat=True))
        followers |= keys
    Person.objects.filter(pk=person.pk).update(merged_into=None)
    Person.objects.filter(pk__in=followers).update(merged_into=person)


def _lend(kept: Person, merged: Person) -> dict[str, object]:
    """What the kept record lacks and the merged one has; the kept one takes it over."""
    source = PrivateData.objects.filter(person=merged).first()
    own = PrivateData.objects.filter(person=kept).first()
    mine, theirs = own and own.birth_date, source and source.birth_date
    if mine and theirs and mine != theirs:
        raise Refusal(
            code="birth-dates-differ",
            sentence=_("%(number)s and %(other)s have different birth dates.")
            % {"number": kept.number, "other": merged.number},
            rule=_("A person has one date of birth."),
            remedy=_("If one of the dates is a mistake, correct it first. Otherwise they are two people."),
        )
    if source is None:
        return {}
    lent = {
        name: getattr(source, name) for name in LENT if getattr(source, name) and not getattr(own, name, None)
    }
    if lent:
        PrivateData.objects.update_or_create(person=kept, defaults=lent)
    return {name: str(value) for name, value in lent.items()}


def _take_back(merge: Merge) -> None:
    """What the kept record took over goes, unless it was changed since."""
    private = PrivateData.objects.filter(person=merge.kept).first()
    if private is None:
        return
    empty = {"email": "", "birth_date": None, "address": ""}
    for name, value in merge.lent.items():
        if str(getattr(private, name)) == value:
            setattr(private, name, empty[name])
    private.save()


def _locked(*people: Person) -> list[Person]:
    """The records as they are now, locked for whatever would refer to them, in one order."""
    # Whole: whatever begins to refer to one of them meanwhile waits, and then finds the record that is kept.
    rows = Person.objects.select_for_update().filter(pk__in=[person.pk for person in people]).order_by("pk")
    locked = {row.pk: row for row in rows}
    return [locked[person.pk] for person in people]


def _require_two_that_stand(kept: Person, merged: Person) -> None:
    if kept.pk == merged.pk:
        raise Refusal(
            code="same-record",
            sentence=_("%(number)s is the same record.") % {"number": kept.number},
            rule=_("Two records are merged."),
            remedy=_("Type the number of the other record."),
            status=422,
        )
    for record in (kept, merged):
        if record.merged_into_id is not None:
            raise Refusal(
                code="merged-already",
                sentence=_("%(number)s is already merged into another record.") % {"number": record.number},
                rule=_("A record is merged into one other record."),
                remedy=_("Use the record that was kept, or undo that merge first."),
            )
        if record.anonymised_at is not None:
            raise Refusal(
                code="person-anonymised",
                sentence=_("%(number)s was anonymised.") % {"number": record.number},
                rule=_("An anonymised record stays anonymised."),
                remedy=_("Leave the record as it is."),
            )


def _require_one_account(kept: Person, merged: Person) -> None:
    if rows_of(kept, merged).filter(account__isnull=False).count() > 1:
        raise Refusal(
            code="two-accounts",
            sentence=_("%(number)s and %(other)s both have an account.")
            % {"number": kept.number, "other": merged.number},
            rule=_("One account for each person."),
            remedy=_("Ask which account should be kept. Close the other on its record's page, then merge."),
        )


def _require_registrar(by: Person, at: dt.datetime, what: str) -> None:
    require(may_merge_people(by, day_of(at)), what=what, who=_("the registrar"), rule="IV")


def _reasoned(reason: str) -> str:
    return require_reason(
        reason,
        _("Merging and undoing a merge need a reason."),
        rule=_("Every change needs a reason."),
        remedy=_("Write how you know that they are, or are not, the same person."),
    )
