"""Marking rulings of the case book as guiding for those who rule after.

Rule section: IV (the Managing Executor stands over the executors).
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note as write_down
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.justice.case_book.permissions import may_mark_guiding
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.ruling_words import for_everybody, required

FIELDS = ["guiding_by", "guiding_at", "guiding_note"]


@transaction.atomic
def mark_guiding(*, by: Person, ruling: Ruling, note: str, at: dt.datetime | None = None) -> Ruling:
    """Hold a public ruling up to those who rule after, with a note that names nobody.

    Raises:
        Refusal: `not-allowed`, `ruling-not-public`, `words-missing`, `words-name-somebody`, `…-missing`.
    """
    at = moment(at)
    ruling = _locked(by, ruling, at)
    if not ruling.public:
        raise Refusal(
            code="ruling-not-public",
            sentence=_("Only a ruling of the case book guides."),
            rule="IV",
            remedy=_("Choose a public ruling."),
        )
    note = required("note", note, _("A guiding ruling says what it shows."))
    players = ruling.game.players.select_related("person__merged_into")
    ruling.guiding_note = for_everybody(note, False, (player.person for player in players))
    ruling.guiding_by, ruling.guiding_at = by, at
    ruling.save(update_fields=FIELDS)
    write_down(by=by, at=at, action="mark guiding", thing=ruling, why=note)
    return ruling


@transaction.atomic
def unmark_guiding(*, by: Person, ruling: Ruling, note: str, at: dt.datetime | None = None) -> Ruling:
    """Let it be one of many again; `note` says why, in the trail.

    Raises:
        Refusal: `not-allowed`, `…-missing`.
    """
    at = moment(at)
    ruling = _locked(by, ruling, at)
    note = required("note", note, _("Say why it is no longer guiding."))
    ruling.guiding_by, ruling.guiding_at, ruling.guiding_note = None, None, ""
    ruling.save(update_fields=FIELDS)
    write_down(by=by, at=at, action="unmark guiding", thing=ruling, why=note)
    return ruling


def _locked(by: Person, ruling: Ruling, at: dt.datetime) -> Ruling:
    require(
        may_mark_guiding(by, day_of(at)),
        what=_("mark rulings as guiding"),
        who=_("the Managing Executor"),
        rule="IV",
    )
    return (
        Ruling.objects.select_for_update(of=("self",), no_key=True).select_related("game").get(pk=ruling.pk)
    )
