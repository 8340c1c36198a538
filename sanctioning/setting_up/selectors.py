"""What is set up already, read from what there is; no second copy of it is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from django.core.cache import caches
from django.db.models import Count
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.kit.clock import moment, today
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.installation.selectors import installation
from sanctioning.kit.registry import Registry
from sanctioning.kit.wording import localised
from sanctioning.law.models.levels import EventType, Level
from sanctioning.law.models.versions import Articles, FeeSchedule, RuleSet, Version
from sanctioning.offices.models.office import Appointment, Office
from sanctioning.people.models.person import Person
from sanctioning.setting_up.models import Founding, SetUpCode

IS_FOUNDED: Final = "authority-founded"
ALL_SET_UP: Final = "authority-set-up"
ASKED_AGAIN_AFTER: Final = 300
"""In seconds, since what was decided may be taken back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupStep:
    """Something an authority needs; `path` is the page where it is done."""

    title: str
    why: str
    path: str
    done: bool


StepSource = Callable[[], Iterable[SetupStep]]
STEPS: Registry[StepSource] = Registry("what an authority needs")


def is_founded() -> bool:
    """Once it is, it stays so, and no page asks again."""
    known = caches["process"]
    if known.get(IS_FOUNDED):
        return True
    founded = Founding.objects.exists()
    if founded:
        known.set(IS_FOUNDED, True, None)
    return founded


def code_is_open(hashed: str) -> bool:
    """Whether a session that showed the code of this hash may still set up."""
    code = SetUpCode.objects.filter(expires_at__gt=moment(None)).first()
    return code is not None and constant_time_compare(code.hash, hashed)


def missing_steps() -> list[SetupStep]:
    """In the order in which it will be needed; once nothing is missing, nobody asks again for a while."""
    known = caches["process"]
    if known.get(ALL_SET_UP):
        return []
    missing = [step for step in every_step() if not step.done]
    if not missing:
        known.set(ALL_SET_UP, True, ASKED_AGAIN_AFTER)
    return missing


def every_step() -> list[SetupStep]:
    """All that an authority needs, done or not, for the page that shows how far setting up is."""
    return [step for source in STEPS.values() for step in source()]


def steps_of_the_institution() -> Iterable[SetupStep]:
    whose = installation()
    yield _description(whose)
    yield SetupStep(
        title=_("Levels and types"),
        why=_("Each application names the level and type of its event."),
        path=reverse("set-up-law"),
        done=Level.objects.exists() and EventType.objects.exists(),
    )
    nothing_sanctioned = _("In force from %(day)s. Until then no event can be sanctioned.")
    yield _step_of_law(
        RuleSet,
        title=_("Rules of play"),
        why=_("A game is judged by the rules in force."),
        until_then=nothing_sanctioned,
    )
    yield _step_of_law(
        Articles,
        title=_("Articles of Administration"),
        why=_("They set the points for each place, and every time limit."),
        until_then=nothing_sanctioned,
    )
    has_articles = Articles.objects.filter(withdrawn_at=None).exists()
    yield _step_of_law(
        FeeSchedule,
        title=_("Fees"),
        why=_("They set what a sanction costs."),
        until_then=_("In force from %(day)s. Until then no fee is charged."),
        # The example fees are of the example levels, and come with the example Articles.
        where=reverse("law-new", args=["fees"]) if has_articles else reverse("set-up-law"),
    )
    yield _fee_for_each_level(demo=whose is not None and whose.demo)
    held = set(Appointment.objects.values_list("office", flat=True).distinct())
    yield SetupStep(
        title=_("An Acting Executor"),
        why=_("An Acting Executor rules at the table and certifies the result."),
        path=reverse("set-up-people"),
        done=Office.ACTING_EXECUTOR in held,
    )
    yield SetupStep(
        title=_("A registrar"),
        why=_("The registrar records certificates and keeps the list of people."),
        path=reverse("set-up-people"),
        done=Office.REGISTRAR in held,
    )
    yield SetupStep(
        title=_("A club with a director"),
        why=_("Clubs hold the events that you sanction."),
        path=reverse("set-up-club"),
        done=Club.objects.exists() and Office.DIRECTOR in held,
    )
    first_club = Club.objects.order_by("pk").first()
    yield SetupStep(
        title=_("Somebody to confirm what the director reports"),
        why=_("Another officer of the club, or a player with an account, confirms each final sheet."),
        path=reverse("club-desk", args=[first_club.slug]) if first_club else reverse("set-up-club"),
        done=_somebody_confirms(),
    )


def drafted_law() -> list[Version]:
    """Drafts of any law that are neither adopted nor withdrawn."""
    return [
        draft
        for law in (RuleSet, Articles, FeeSchedule)
        for draft in law._default_manager.filter(adopted_at=None, withdrawn_at=None)
    ]


def _description(whose: Installation | None) -> SetupStep:
    named = whose is not None and bool(whose.name)
    why = _("They appear on pages, certificates and mails. The privacy page names whom to ask.")
    if named:
        why = _("The contact has no e-mail address yet; the privacy page names it as the one to ask.")
    return SetupStep(
        title=_("Your authority's name, crest, time zone and contact"),
        why=why,
        path=reverse("describe-authority"),
        done=whose is not None and (whose.demo or (named and bool(whose.contact_email))),
    )


def _step_of_law(law: type[Version], *, title: str, why: str, until_then: str, where: str = "") -> SetupStep:
    """Done once a version is in force; a draft, or one that begins later, is named until then. The first is
    taken from the examples, or made at `where`."""
    first = law._default_manager.filter(adopted_at__isnull=False).order_by("first_day").first()
    path = reverse("law-history")
    if first is not None and first.first_day is not None:
        if first.first_day <= today():
            return SetupStep(title=title, why=why, path=path, done=True)
        return SetupStep(
            title=title, why=until_then % {"day": localised.day(first.first_day)}, path=path, done=False
        )
    if law._default_manager.filter(withdrawn_at=None).exists():
        return SetupStep(title=title, why=_("Drafted, but not adopted yet."), path=path, done=False)
    return SetupStep(title=title, why=why, path=where or reverse("set-up-law"), done=False)


def _fee_for_each_level(*, demo: bool) -> SetupStep:
    """Asked of what is in force or, before that, of what is adopted to come."""
    articles, fees = _current_or_next(Articles), _current_or_next(FeeSchedule)
    without: list[str] = []
    if articles and fees:
        charged = [level for level, types in fees.body.get("event", {}).items() if types]
        paid = Level.applied_for_on(today()).filter(slug__in=articles.body.get("scales", {}))
        without = list(paid.exclude(slug__in=charged).values_list("name", flat=True))
    why = _("Without one, sanctions are free of charge.")
    if without:
        why = _(
            "Events of these levels are sanctioned free of charge: %(levels)s. Enter 0 if that is "
            "what you want."
        )
    return SetupStep(
        title=_("A fee for each level"),
        why=why % {"levels": ", ".join(without)},
        path=reverse("law-history"),
        done=demo or bool(articles and fees and not without),
    )


def _current_or_next(law: type[Version]) -> Version | None:
    adopted = law._default_manager.filter(adopted_at__isnull=False)
    begun = adopted.filter(first_day__lte=today()).order_by("-first_day").first()
    return begun or adopted.order_by("first_day").first()


def _somebody_confirms() -> bool:
    """Whether any club has two officers, or anybody without an office has an account."""
    officers = Appointment.objects.filter(office=Office.CLUB_OFFICER).values("club")
    if officers.annotate(people=Count("person", distinct=True)).filter(people__gt=1).exists():
        return True
    return Person.objects.filter(account__isnull=False, appointments=None).exists()
