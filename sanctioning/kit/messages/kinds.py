"""What messages are about, in a few groups by which people narrow their list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db.models import Q

from sanctioning.kit.wording.localised import lazily as _lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise as Text

GROUPS: Final[dict[str, Text]] = {
    "events": _lazy("Events and entries"),
    "results": _lazy("Results, points and degrees"),
    "rulings": _lazy("Rulings, votes and appeals"),
    "clubs": _lazy("Clubs, sanctions and fees"),
    "people": _lazy("Account, people and offices"),
}
KINDS: Final[dict[str, tuple[str, ...]]] = {
    "events": (
        *("call-without-executor", "confirmation-again", "entry-moved-up", "entry-taken", "entry-withdrawn"),
        *("event-cancelled", "event-changed", "event-given", "executor-called", "executor-conflicted"),
        *("game-called-off", "game-given", "place-offer-lapsed", "place-offer-skipped", "place-offered"),
        "player-left-table",
        *("seated", "seats-taken-back", "team-invited", "team-not-entered", "team-withdrawn"),
    ),
    "results": (
        *("certificate-issued", "degree-lost", "degree-reached", "event-certified", "result-amended"),
        *("roster-published", "submission-accepted", "submission-refused"),
    ),
    "rulings": (
        *("appeal-assigned", "appeal-before-college", "appeal-closing", "appeal-decided", "appeal-due"),
        *("appeal-final", "appeal-overdue", "appeal-statement", "appeal-taken", "appeal-withdrawn"),
        *("appeal-without-judge", "appeal-without-merit", "bar-imposed", "canon-step", "case-answer-due"),
        *("case-decided", "case-decision-due", "case-entry", "case-hearing", "case-hearing-near"),
        *("case-hearing-off", "case-opened", "case-overdue", "college-motion", "college-quorum"),
        *("entered-player-barred", "entry-ruled", "entry-ruled-here", "event-sat-out", "letter-filed"),
        *("letter-on-paper", "letter-to-sign", "ruling-given", "violation-charged", "vote-closed"),
        *("vote-demanded", "vote-opened"),
    ),
    "clubs": (
        *("club-answered", "club-approved", "club-asked", "club-closed", "club-opened", "club-refused"),
        *("club-registered", "club-withdrawn", "invoice-issued", "payment-booked", "sanction-answered"),
        *("sanction-approved", "sanction-cancelled", "sanction-expired", "sanction-granted"),
        *("sanction-refused", "sanction-returned", "sanction-submitted", "sanction-withdrawn"),
    ),
    "people": (
        *("claim-accepted", "claim-asked", "export-made", "export-stopped", "head-signed", "law-adopted"),
        *("office-ended", "office-given", "office-prolonged", "passkey-added", "passkey-removed"),
        *("provisional-accepted", "provisional-made", "provisional-refused", "records-made"),
        "second-factor-reset",
        *("sign-in-joined", "token-made", "webhook-off", "wish-begun", "wish-confirmed"),
    ),
}
GROUP_OF: Final = {kind: group for group, kinds in KINDS.items() for kind in kinds}


def of_group(group: str) -> Q:
    return Q(kind__in=KINDS[group])
