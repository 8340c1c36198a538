"""More of the stage: a bar that was voted, a Letter to be signed, one that is filed, and its case.

The player voted and drafted, the player of no game was barred and is accused, an Associate judges.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from sanctioning.offices.models.office import Appointment
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast
from tests.support.discipline import Table, barred_table, not_disruptive
from tournaments.justice.cases.models import Letter
from tournaments.justice.cases.services.letters import draft_letter, file_letter, sign_letter
from tournaments.justice.cases.services.opening import open_case_of_letter

DAY = dt.timedelta(days=1)


def places_of_letters(cast: Cast, *, associate: Person, college: Person) -> Mapping[str, Mapping[str, Any]]:
    voted, to_sign, complained = (_table(cast, days) for days in (1, 2, 3))
    waiting = _drafted(to_sign)
    filed = _drafted(complained)
    sign_letter(by=complained.ayes[0], letter=filed)
    file_letter(by=complained.ayes[0], letter=filed, missing="They left.")
    paper = default_storage.save("letters/stage.pdf", ContentFile(b"%PDF-1.7"))
    Letter.objects.filter(pk=filed.pk).update(document=paper, document_sha256="0" * 64)
    judge = Appointment.objects.get(person=associate)
    case = open_case_of_letter(by=cast.managing, letter=filed, charge="That he did it.", judge=judge)
    return {
        "voted bar": {"vote": voted.vote.pk},
        "letter to sign": {"letter": waiting.pk},
        "filed letter": {"letter": filed.pk},
        "case": {"case": case.pk},
        "not disruptive": {"step": not_disruptive(cast, at=MARCH + 4 * DAY).pk},
        "other judge": {"number": college.number},
    }


def _table(cast: Cast, days: int) -> Table:
    players = [cast.players[seat] for seat in (0, 5, 6, 9)]
    return barred_table(cast, players=players, name=f"Barred Whoopie {days}", at=MARCH + days * DAY)


def _drafted(table: Table) -> Letter:
    return draft_letter(by=table.ayes[0], vote=table.vote, against=table.offender, complaint="He did it.")
