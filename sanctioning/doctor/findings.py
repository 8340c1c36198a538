"""What an examination finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext_noop


class Health(StrEnum):
    WELL = gettext_noop("fine")
    WARNING = gettext_noop("warning")
    FAULT = gettext_noop("fault")


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """`remedy` is empty where all is well; the texts are put into words when they are shown."""

    about: str
    health: Health
    what: str
    remedy: str = ""

    def as_document(self) -> dict[str, str]:
        """In the language that is active."""
        return {
            "about": str(self.about),
            "health": self.health.value,
            "what": str(self.what),
            "remedy": str(self.remedy),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Patient:
    """What the checks are told: whom to send a mail to (nobody where empty), how many seconds to wait for a
    worker (none where a worker is asking)."""

    mail_to: str = ""
    wait_for_worker: int = 0


Check = Callable[[Patient], Diagnosis]


def well(about: str, what: str) -> Diagnosis:
    return Diagnosis(about=about, health=Health.WELL, what=what)


def warning(about: str, what: str, remedy: str) -> Diagnosis:
    return Diagnosis(about=about, health=Health.WARNING, what=what, remedy=remedy)


def fault(about: str, what: str, remedy: str) -> Diagnosis:
    return Diagnosis(about=about, health=Health.FAULT, what=what, remedy=remedy)
