"""The Director's call to begin play: a slip of his for each round after the first, and each playoff stage.

The first round counts from the start of the tournament. A call is taken back, or set to another minute, by a
correction with a reason.
Rule section: Canon 2 (B-47); reading 8.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from rules_engine.bid_whist import rules
from tournaments.formats.fields import Field, Said
from tournaments.formats.lateness import AGO, BEGINS, NOW, TAKEN_BACK
from tournaments.formats.slips import Due

LONGEST_AGO: Final = 180


def call_of_round(number: int) -> str:
    return f"r{number}-start"


def call_of_stage(teams: int) -> str:
    return f"b{teams}-start"


def call_due(place: str, title: Said, phase: Said) -> Due:
    return Due(
        place=place,
        title=title,
        phase=phase,
        table=0,
        teams=(),
        fields=(
            Field(
                name=BEGINS,
                label=_("The Director calls to begin play"),
                kind="choice",
                choices=((NOW, _("it is called")), (TAKEN_BACK, _("not yet: the call is taken back"))),
                initial=NOW,
            ),
            Field(
                name=AGO,
                label=_("This many minutes ago"),
                help=_("Leave it empty for now."),
                kind="whole",
                needed=False,
                most=LONGEST_AGO,
            ),
        ),
        rule=rules.CANON_2,
        needed=False,
        signed=False,
        past=True,
    )
