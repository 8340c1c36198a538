"""Giving up the next step of an appeal: it is asked once, since it is never taken back.

Invariant: whatever would refuse it refuses it before anybody is asked.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from sanctioning.kit.pages.asking_first import Question, ask_first
from sanctioning.people.models.person import Person
from tournaments.justice.appeals.commands import APPEAL_COMMANDS, AppealAct
from tournaments.justice.appeals.models import Appeal


def waived_or_asked(
    request: HttpRequest, person: Person, appeal: Appeal, asked: AppealAct
) -> HttpResponse | None:
    """Nothing where it is given up, else the page that asks."""
    question = Question(
        title=_("Give up the next step?"),
        help=_(
            "You can no longer take this decision to the next office; other players of the game still can. "
            "Once all have given it up, the decision is final."
        ),
        button=_("I will not take another step"),
        stay=request.path.removesuffix("waive/"),
    )

    def waive() -> None:
        APPEAL_COMMANDS.run("waive", by=person, thing=appeal, asked=asked)

    return ask_first(request, waive, question)
