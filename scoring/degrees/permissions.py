"""Who prints certificates of degrees."""

from __future__ import annotations

from django.utils.translation import gettext as _

from sanctioning.kit.clock import today
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from scoring.certificates.permissions import may_record


def require_prints_degrees(person: Person) -> None:
    """Raises:
    Refusal: `not-allowed`.
    """
    require(
        may_record(person, today()),
        what=_("print certificates of degrees"),
        who=_("the registrar"),
        rule="IV",
    )
