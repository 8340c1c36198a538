"""Two who do the same at the same moment: the second is refused as if he had come later.

Terms: taken (something that there may be once is there already; the database says so to whoever is second).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal

P = ParamSpec("P")
Made = TypeVar("Made")
UNIQUE_VIOLATION: Final = "23505"
UNIQUE_ON_SQLITE: Final = "UNIQUE constraint failed"


def looks_again(service: Callable[P, Made]) -> Callable[P, Made]:
    """In one transaction; who finds something taken that was free a moment ago looks again.

    Then the service sees what the other has done, and refuses it in its own words.
    """

    @wraps(service)
    def carried_out(*args: P.args, **kwargs: P.kwargs) -> Made:
        try:
            with transaction.atomic():
                return service(*args, **kwargs)
        except IntegrityError as clash:
            if not is_taken(clash):
                raise
        with transaction.atomic():
            return service(*args, **kwargs)

    return carried_out


def is_taken(clash: IntegrityError) -> bool:
    """Whether the database refused a second one of what there may be once."""
    return getattr(clash.__cause__, "sqlstate", "") == UNIQUE_VIOLATION or UNIQUE_ON_SQLITE in str(clash)


def somebody_was_faster() -> Refusal:
    return Refusal(
        code="somebody-was-faster",
        sentence=_("Somebody else did the same thing a moment before you."),
        rule=_("This can exist only once."),
        remedy=_("Look at the page again: it shows what they did. Nothing of yours was saved."),
    )
