"""A slip is reported once, and corrected by who looked at the version that stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import require_reason
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.slips import Due
from tournaments.slips.models import Slip

ONCE: Final = _lazy("A slip sent twice counts once.")
REPORTED: Final = _lazy("A slip is reported once; a correction is a new version with a reason.")


def require_each_once(places: Sequence[str]) -> None:
    """Refuse a stack in which a place is twice."""
    twice = next((place for place in places if places.count(place) > 1), None)
    if twice is not None:
        raise Refusal(
            code="slip-twice",
            sentence=_("“%(place)s” is twice in what was sent.") % {"place": twice},
            rule=str(ONCE),
            remedy=_("Send each slip once. A correction is sent separately, with its reason."),
            status=422,
            facts={"place": twice},
        )


def require_nobody_was_faster(standing: Slip | None, due: Due, replaces: int, reason: str) -> None:
    """Refuse what was reported beside another version than the one that stands, and a correction without a
    reason."""
    version = standing.version if standing else 0
    if version != replaces:
        raise Refusal(
            code="slip-reported",
            sentence=_("%(slip)s is already reported, in version %(version)s.")
            % {"slip": due.title, "version": version}
            if standing
            else _("%(slip)s has not been reported yet.") % {"slip": due.title},
            rule=str(REPORTED),
            remedy=_("Compare it with yours; if yours is right, send it as a correction with a reason."),
            facts={"version": version, "body": standing.body if standing else {}},
        )
    if replaces:
        require_reason(
            reason,
            _("Correcting a slip needs a reason."),
            rule=REPORTED,
            remedy=_("Write what was wrong."),
            field="reason",
        )
