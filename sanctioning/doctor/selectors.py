"""The last examination, and what people said that they did for the site."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from sanctioning.doctor.findings import Diagnosis, Health
from sanctioning.doctor.models import ClockTick
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.installation.selectors import is_demo
from sanctioning.kit.jobs.models import Job
from sanctioning.setting_up.selectors import SetupStep
from sanctioning.signing.selectors import has_signing_key

EXAMINE_JOB: Final = "sanctioning.examine"
KEPT_ELSEWHERE: Final = "keep keys elsewhere"
BACKED_UP: Final = ("note backup", "export archive", "back up")
REHEARSED: Final = "rehearse restore"
MAIL_TRIED: Final = "try mail"
WITHOUT_MAIL: Final = "do without mail"
WITH_MAIL: Final = "count on mail"


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """`at` is None while it is under way: then `done` of `of` checks are over, of 0 while it waits."""

    asked_at: dt.datetime
    at: dt.datetime | None
    findings: tuple[Diagnosis, ...]
    done: int
    of: int
    error: str

    @property
    def under_way(self) -> bool:
        return self.at is None

    @property
    def waits(self) -> bool:
        return self.under_way and not self.of


def clock_heard_at() -> dt.datetime | None:
    """None where it has never been heard."""
    return ClockTick.objects.values_list("at", flat=True).first()


def last_examination() -> Examination | None:
    row = Job.objects.filter(kind=EXAMINE_JOB).order_by("-pk").first()
    return None if row is None else examination_of(row)


def examination_of(row: Job) -> Examination:
    documents = (row.result or {}).get(get_language(), [])
    return Examination(
        asked_at=row.created_at,
        at=row.finished_at,
        findings=tuple(sorted(map(finding_of, documents), key=_worst_first)),
        done=row.progress_done,
        of=row.progress_total,
        error=row.error,
    )


def finding_of(document: dict[str, str]) -> Diagnosis:
    return Diagnosis(
        about=document["about"],
        health=Health(document["health"]),
        what=document["what"],
        remedy=document["remedy"],
    )


def _worst_first(finding: Diagnosis) -> int:
    return -list(Health).index(finding.health)


def last_noted(*actions: str) -> dt.datetime | None:
    """When one of these was last written on the trail of the installation."""
    of_the_site = AuditEntry.objects.filter(thing_type=Installation._meta.label, action__in=actions)
    return of_the_site.order_by("-at").values_list("at", flat=True).first()


def without_mail_since() -> dt.datetime | None:
    """Since when it is decided that links and codes are handed over; None where mail is counted on."""
    decided, otherwise = last_noted(WITHOUT_MAIL), last_noted(WITH_MAIL, MAIL_TRIED)
    return None if decided and otherwise and otherwise >= decided else decided


def steps_of_upkeep() -> Iterable[SetupStep]:
    """What the first weeks need; a demo needs none of it."""
    demo, path = is_demo(), reverse("doctor")
    without_mail = without_mail_since() is not None
    yield SetupStep(
        title=_("No mail: links and codes are handed over") if without_mail else _("A mail that arrives"),
        why=_(
            "Invitations, new passwords and decisions go by mail; try one to yourself. If you have no mail "
            "server, say so there."
        ),
        path=path,
        done=demo or without_mail or last_noted(MAIL_TRIED) is not None,
    )
    if has_signing_key():
        yield SetupStep(
            title=_("A copy of the signing keys elsewhere"),
            why=_("If a key is lost, what was issued under it cannot be signed again."),
            path=path,
            done=demo or last_noted(KEPT_ELSEWHERE) is not None,
        )
    yield SetupStep(
        title=_("A backup"),
        why=_("Years of results are in one database. Keep a copy of it on another machine."),
        path=path,
        done=demo or last_noted(*BACKED_UP) is not None,
    )
