"""Every change says who, when, why, from what, to what."""

from __future__ import annotations

import ast
import inspect
from types import ModuleType

import pytest

from sanctioning.models import AuditEntry
from sanctioning.services import clubs, law, offices, people, sanctions
from scoring.models import Certificate
from scoring.services import (
    certificates,
    certification,
    closing,
    corrections,
    findings,
    recordings,
    reports,
    rosters,
    splits,
    stanzas,
)
from scoring.services.recordings import record_certificates
from tests.cast import MARCH, Cast, certified, sanctioned_event
from tournaments.services import authorisations, events, games

SERVICES = [
    clubs,
    law,
    offices,
    people,
    sanctions,
    events,
    games,
    certificates,
    certification,
    authorisations,
    closing,
    corrections,
    findings,
    recordings,
    reports,
    rosters,
    splits,
    stanzas,
]
WRITERS = {
    *("note", "note_each", "_note_days", "_move", "_issued", "_correct", "submit_sanction", "appoint"),
    *("keep_report", "add_version", "report_sheet", "open_game"),
}
"""Whoever calls one of these has it write on the trail."""


def test_the_whole_way_of_a_result_is_on_the_trail(cast: Cast) -> None:
    before = AuditEntry.objects.latest("pk").pk
    certified(cast, sanctioned_event(cast), cast.players[:4])
    certificate = Certificate.objects.get()
    record_certificates(by=cast.registrar, person=cast.players[0], codes=[certificate.code], at=MARCH)
    trail = [
        (entry.action, entry.by and entry.by.family_name)
        for entry in AuditEntry.objects.filter(pk__gt=before).order_by("pk")
    ]
    assert trail == [
        ("register event", "Finch"),
        ("draft sanction", "Finch"),
        ("apply for sanction", "Finch"),
        ("submit sanction", "Finch"),
        ("grant sanction", "Vale"),
        ("open game", "Finch"),
        ("seat players", "Finch"),
        ("appoint Acting Executor", "Vale"),
        ("take report", "Ash"),
        ("confirm result", "Finch"),
        ("issue certificate", "Hale"),
        ("certify result", "Hale"),
        ("issue certificate", "Quill"),
        ("record certificates", "Quill"),
    ]
    certification_entry = AuditEntry.objects.get(action="certify result")
    assert (certification_entry.at, certification_entry.before, certification_entry.after) == (
        MARCH,
        {"state": "confirmed"},
        {"state": "certified", "awards": 1, "report": 1},
    )


@pytest.mark.parametrize("module", SERVICES, ids=lambda module: module.__name__)
def test_every_service_writes_on_the_trail(module: ModuleType) -> None:
    """A function that takes the acting person either notes what it did or leaves it to one that does, or
    does nothing but refuse."""
    tree = ast.parse(inspect.getsource(module))
    silent = [
        function.name
        for function in tree.body
        if isinstance(function, ast.FunctionDef)
        and not function.name.startswith(("_", "require_"))
        and "by" in {argument.arg for argument in function.args.kwonlyargs}
        and not WRITERS & _called(function)
    ]
    assert silent == []


def _called(function: ast.FunctionDef) -> set[str]:
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return {call.id for call in calls if isinstance(call, ast.Name)}
