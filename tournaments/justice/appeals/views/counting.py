"""Counting a motion of the College before everybody has answered: it is asked once, naming who has not.

Invariant: whatever would refuse it refuses it before anybody is asked.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from sanctioning.identity.names import telling_apart
from sanctioning.identity.same_person import identity_id
from sanctioning.kit.clock import today
from sanctioning.kit.pages.asking_first import Question, ask_first
from sanctioning.people.models.person import Person
from tournaments.justice.appeal_history.proceedings import Proceedings
from tournaments.justice.appeals.commands import APPEAL_COMMANDS, AppealAct
from tournaments.justice.appeals.models import CollegeMotion
from tournaments.justice.appeals.selectors.judges import members_sitting
from tournaments.justice.appeals.services.college import counted


def counted_or_asked(
    request: HttpRequest, person: Person, proceedings: Proceedings, asked: AppealAct
) -> HttpResponse | None:
    """Nothing where it is counted, else the page that asks."""
    motions = CollegeMotion.objects.filter(step__appeal=proceedings.appeal, closed_at__isnull=True)
    motion = motions.filter(pk=asked.motion or 0).first()
    question = Question(
        title=_("Count the motion now?"),
        help=_what_follows(proceedings, motion) if motion else "",
        button=_("Count it now"),
        stay=request.path.removesuffix("close/"),
    )

    def count() -> None:
        APPEAL_COMMANDS.run("close", by=person, thing=proceedings.appeal, asked=asked)

    return ask_first(request, count, question)


def _what_follows(proceedings: Proceedings, motion: CollegeMotion) -> str:
    vote = counted(proceedings, motion)
    if not vote.carried:
        follows = _("As it stands, it fails, and another can be moved.")
    elif motion.kind == CollegeMotion.Kind.WITHOUT_MERIT:
        follows = _("As it stands, it carries: the appeal was without merit, and the penalty applies.")
    else:
        follows = _("As it stands, it carries: it is the College’s decision and ends the appeal.")
    return " ".join((_unheard(proceedings, motion), follows, _("A vote of the College is final.")))


def _unheard(proceedings: Proceedings, motion: CollegeMotion) -> str:
    """Who of those who sit has not answered, and what becomes of it."""
    ballots = motion.ballots.select_related("member__person")
    answered = {identity_id(ballot.member.person) for ballot in ballots}
    members = [member.person for member in members_sitting(proceedings, today())]
    named = telling_apart(lambda member: member.name, members)
    missing = [named(member) for member in members if identity_id(member) not in answered]
    if not missing:
        return ""
    words = _("These members have not answered, and can no longer answer then: %(names)s.")
    return words % {"names": ", ".join(missing)}
