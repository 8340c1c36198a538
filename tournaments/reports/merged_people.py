"""What reports say when two records are to be one person."""

from __future__ import annotations

from django.utils.translation import gettext as _

from sanctioning.identity.same_person import rows_of
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.games.models import GamePlayer
from tournaments.reports.models.report import Confirmation, ReportFinding


def object_to_own_witness(kept: Person, merged: Person) -> None:
    """A sheet is confirmed by a second person, and a finding settled by nobody who played.

    Raises:
        Refusal: `confirmed-the-other`, `judged-the-other`.
    """
    sides = (rows_of(kept), rows_of(merged))
    for rows, others in (sides, sides[::-1]):
        sheet = Confirmation.objects.filter(confirmer__in=rows, reporter__in=others).first()
        if sheet is not None:
            raise Refusal(
                code="confirmed-the-other",
                sentence=_("One of the two confirmed what the other reported of %(game)s.")
                % {"game": sheet.report.game},
                rule=_("A second person confirms the final sheet."),
                remedy=_(
                    "They are two people. If not, the Managing Executor has to decide on that game first."
                ),
            )
        played = GamePlayer.objects.filter(person__in=others).values("game")
        settled = ReportFinding.objects.filter(settled_by__in=rows, report__game__in=played).first()
        if settled is not None:
            raise Refusal(
                code="judged-the-other",
                sentence=_("One of the two settled a finding in %(game)s; the other played.")
                % {"game": settled.report.game},
                rule=_("Nobody judges their own case."),
                remedy=_(
                    "They are two people. If not, the Managing Executor has to decide on that game first."
                ),
            )
