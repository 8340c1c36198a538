"""What the books say when two records are to be one person, and what follows when they are.

Invariant: no point is moved. What the points together bring, a degree, comes and goes with the merge.
Rule section: IV (degrees of proficiency).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.utils.translation import gettext as _

from rules_engine.card_games import CARD_GAMES
from sanctioning.identity import rows_of
from sanctioning.models import Person
from sanctioning.refusal import Refusal
from scoring.models import Confirmation, ReportFinding
from scoring.services.degrees import settle_degrees, tell_of_settled
from tournaments.models import GamePlayer


def object_to_own_witness(sender: object, *, kept: Person, merged: Person, **_more: object) -> None:
    """A sheet is confirmed by a second person, and a finding settled by nobody who played."""
    sides = (rows_of(kept), rows_of(merged))
    for rows, others in (sides, sides[::-1]):
        sheet = Confirmation.objects.filter(confirmer__in=rows, reporter__in=others).first()
        if sheet is not None:
            raise Refusal(
                code="confirmed-the-other",
                sentence=_("One of the two confirmed what the other reported of %(game)s.")
                % {"game": sheet.report.game},
                rule=_("The final sheet is confirmed by a second person."),
                remedy=_(
                    "They are two people; if not, the Managing Executor has to decide on that game first."
                ),
            )
        played = GamePlayer.objects.filter(person__in=others).values("game")
        settled = ReportFinding.objects.filter(settled_by__in=rows, report__game__in=played).first()
        if settled is not None:
            raise Refusal(
                code="judged-the-other",
                sentence=_("One of the two settled a finding in %(game)s; the other played.")
                % {"game": settled.report.game},
                rule=_("Nobody judges in their own cause."),
                remedy=_(
                    "They are two people; if not, the Managing Executor has to decide on that game first."
                ),
            )


def follow_identity(
    sender: object, *, people: Iterable[Person], by: Person, at: dt.datetime, why: str, **_more: object
) -> None:
    asked = list(people)
    for card_game in CARD_GAMES:
        settled = settle_degrees(by=by, at=at, people=asked, card_game=card_game, why=why)
        tell_of_settled(at=at, settled=settled, why=why)
