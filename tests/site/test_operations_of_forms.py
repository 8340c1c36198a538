"""Whatever a form of a page does, an operation of the API does too."""

from __future__ import annotations

from typing import Final

from tests.site.rights import RIGHTS

# The operation of a form is `api-` and its name; here those whose addresses are named otherwise. An act after
# the colon; of the operations any does, and takes the same act where it has acts.
OPERATIONS: Final[dict[str, str]] = {
    "appeal-new": "api-appeals",
    "application-act": "api-application-step",
    "appoint": "api-proposals",
    "appoint-all": "api-proposals",
    "appoint-group": "api-proposals",
    "call-act": "api-call-step",
    "certificate-act:mutilated": "api-mutilated",
    "certificate-act:replace": "api-replacement",
    "club-act": "api-club-step",
    "correct": "api-correction",
    "decide": "api-application-step:approve",
    "decide-claim": "api-claim-act:accept",
    "decide-provisional": "api-provisional-act:accept",
    "describe-authority": "api-authority",
    "doctor": "api-installation api-upkeep",
    "edit-event": "api-registration",
    "enter": "api-entries",
    "enter-list": "api-entered-lists",
    "entry-act": "api-entry-step",
    "entry-conditions": "api-conditions",
    "entry-page": "api-entry-page-act:withdraw",
    "event-import": "api-imports",
    "executor-settle": "api-settle",
    "export-remove": "api-export",
    "law-adopt": "api-law-act:adopt",
    "law-edit": "api-law-version",
    "law-new": "api-law-draft",
    "law-preview-act": "api-preview-act",
    "law-previews": "api-previews",
    "law-withdraw": "api-law-act:withdraw",
    "messages-read": "api-messages-archive-read",
    "new-series": "api-all-series",
    "newcomer-entry": "api-newcomers",
    "opening-draw": "api-draw",
    "own-entry": "api-entries",
    "plan-round": "api-rounds",
    "practice": "api-practices",
    "practice-discard": "api-practice-act:throw-away",
    "practice-robots": "api-practice-act:all",
    "record-file-act": "api-record-file",
    "record-own": "api-own-certificates",
    "register-club": "api-club-applications",
    "register-person": "api-registry",
    "registrar": "api-recording",
    "round-act": "api-round-step",
    "rule": "api-rulings",
    "series-act": "api-series-step",
    "sheet-entry": "api-report",
    "table-stanza": "api-stanzas",
    "team-entry": "api-team-invitations",
    "team-link": "api-team-link:accept",
    "vote-act": "api-vote-step",
    "webhook-remove": "api-webhook",
    "withdraw": "api-entry-step:withdraw",
}
BEFORE_ANYBODY: Final = "Before it is set up an installation has nobody to whom a token could belong."
ON_A_DEVICE: Final = "A passkey belongs to the device of a person."
BY_PEOPLE: Final = "Signing in is done by people; a program has a token."
ONLY_READ: Final = "It changes nothing: a certificate is checked by reading its address."
WITHOUT: Final[dict[str, str]] = {
    "check": ONLY_READ,
    "check-code": ONLY_READ,
    "language": "Of a browser; a program says its language with each request.",
    "passkey": ON_A_DEVICE,
    "passkey-add": ON_A_DEVICE,
    "passkey-remove": ON_A_DEVICE,
    "sign-in-with-join": BY_PEOPLE,
    "sign-in-with-leave": BY_PEOPLE,
    "set-up": BEFORE_ANYBODY,
    "set-up-authority": BEFORE_ANYBODY,
    "set-up-managing-executor": BEFORE_ANYBODY,
    "set-up-law": BEFORE_ANYBODY,
    "set-up-people": BEFORE_ANYBODY,
    "set-up-club": BEFORE_ANYBODY,
}


def test_every_form_has_an_operation() -> None:
    operations = {
        (right.name, right.act) for right in RIGHTS if right.name.startswith("api-") and right.method != "GET"
    }
    forms = {
        (right.name, right.act)
        for right in RIGHTS
        if not right.name.startswith("api-") and right.method != "GET"
    }
    without = [
        f"{name}:{act}".rstrip(":")
        for name, act in sorted(forms)
        if name not in WITHOUT and not _is_done_by(operations, name, act)
    ]
    assert without == [], "A program cannot do it: say here which operation does, or why none does."
    named = {key.partition(":")[0] for key in (*OPERATIONS, *WITHOUT)}
    assert named <= {name for name, _act in forms}, "There is no such form."
    assert all(len(reason.split()) > 4 for reason in WITHOUT.values())


def _is_done_by(operations: set[tuple[str, str]], name: str, act: str) -> bool:
    """Whether all of the operations named for the form are there."""
    named = OPERATIONS.get(f"{name}:{act}") or OPERATIONS.get(name, f"api-{name}")
    for operation in named.split():
        address, _, own_act = operation.partition(":")
        takes_acts = any(other == address and other_act for other, other_act in operations)
        if (address, own_act or (act if takes_acts else "")) not in operations:
            return False
    return True
