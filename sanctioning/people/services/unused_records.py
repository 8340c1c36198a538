"""Deleting a record that was made by mistake and to which nothing refers.

Invariants: whatever refers to a record keeps it (points, games, offices, messages, anything it did); what
never came to anything goes with it: its private data, and what the layers above let go of. The trail keeps
that it was there, and its number is never given again.
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.db.models.fields.reverse_related import ForeignObjectRel
from django.utils.translation import gettext as _

from sanctioning.hooks import PERSON_DELETING
from sanctioning.identity.same_person import identity_id
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person, PrivateData
from sanctioning.people.permissions import may_correct_person
from sanctioning.people.referring_things import several


@transaction.atomic
def delete_record(*, by: Person, person: Person, why: str, at: dt.datetime | None = None) -> None:
    """Take a record away as if it had never been made; refused where anything refers to it.

    Raises:
        Refusal: `not-allowed`, `reason-missing`, `record-gone`, `record-in-use`.
    """
    at = moment(at)
    require(may_correct_person(by, day_of(at)), what=_("delete a record"), who=_("the registrar"), rule="IV")
    why = require_reason(
        why,
        _("Deleting a record needs a reason."),
        rule=_("Each person has one record."),
        remedy=_("Write how it came to be made."),
    )
    person = _locked(person)
    for let_go in PERSON_DELETING.values():
        let_go(person=person, by=by, at=at, why=why)
    kept_by = what_refers_to(person)
    if kept_by:
        raise Refusal(
            code="record-in-use",
            sentence=_("%(number)s cannot be deleted: %(what)s refer to it.")
            % {"number": person.number, "what": ", ".join(kept_by)},
            rule=_("What was played, decided or sent stays as it is."),
            remedy=_("If it is somebody's second record, merge it into the first."),
            facts={"kept_by": kept_by},
        )
    before = {"number": person.number, "name": person.name}
    note(by=by, at=at, action="delete record", thing=person, why=why, before=before)
    PrivateData.objects.filter(person=person).delete()
    person.delete()


def _locked(person: Person) -> Person:
    """The record as it is now, locked for whatever would refer to it meanwhile."""
    # Whole: that nothing refers to it has to stay true until it is deleted.
    row = Person.objects.select_for_update().filter(pk=identity_id(person)).first()
    if row is None:
        raise Refusal(
            code="record-gone",
            sentence=_("%(number)s was deleted a moment ago.") % {"number": person.number},
            rule=_("Each person has one record."),
            remedy=_("There is nothing more to do."),
        )
    return row


def what_refers_to(person: Person) -> list[str]:
    """The kinds of things that refer to a record, by their names. A query for each kind."""
    kinds = {_("an account")} if person.account_id is not None else set()
    relations = [
        field for field in Person._meta.get_fields(include_hidden=True) if isinstance(field, ForeignObjectRel)
    ]
    for relation in relations:
        model = relation.related_model
        assert isinstance(model, type), "models are all loaded"
        if (
            model is not PrivateData
            and not relation.many_to_many
            and model._default_manager.filter(**{relation.field.name: person}).exists()
        ):
            kinds.add(several(model))
    return sorted(kinds)
