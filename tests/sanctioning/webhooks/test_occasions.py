"""Every kind of occasion, on a stage where everything has happened: told to whom, and where it leads."""

from __future__ import annotations

from collections import defaultdict

import pytest
from django.test import Client
from django.urls import resolve

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.people.models.person import Person
from sanctioning.webhooks.occasions import OCCASIONS, Occasion, actions_of, kind_of
from tests.site.stage import PUBLIC, set_stage

LIKE = {
    "cancel event": "register event",
    "change event": "register event",
    "grant on payment": "grant sanction",
    "correct result": "certify result",
    "appeal final": "decide appeal",
}
"""What has not happened on the stage, and an act of the same kind of thing that has."""


def _entries() -> list[AuditEntry]:
    """All that is told of, and of what the stage has not seen an entry as its service would write it."""
    entries = list(AuditEntry.objects.filter(action__in=actions_of(set(OCCASIONS))))
    seen = {entry.action for entry in entries}
    for action, like in LIKE.items():
        if action not in seen:
            entries += [_as_if(entry, action) for entry in entries if entry.action == like]
    return entries


def _as_if(entry: AuditEntry, action: str) -> AuditEntry:
    return AuditEntry(at=entry.at, action=action, thing_type=entry.thing_type, thing_id=entry.thing_id)


def _shape(occasion: Occasion) -> tuple[object, ...]:
    """What an example has in common with what it is an example of."""
    facts = {name: type(fact) for name, fact in occasion.facts.items()}
    return facts, resolve(occasion.path).view_name, bool(occasion.event), occasion.about.partition("/")[0]


@pytest.mark.slow
@pytest.mark.django_db
def test_whoever_is_told_may_open_what_they_are_told_of() -> None:
    stage = set_stage("none")
    entries = _entries()
    told: dict[str, set[str]] = defaultdict(set)
    for role, account in stage.roles.items():
        reader = Person.objects.filter(account=account).first() if account else None
        client = Client()
        if account is not None:
            client.force_login(account)
        for entry in entries:
            kind = kind_of(entry)
            occasion = OCCASIONS[kind].occasion(entry, reader)
            if occasion is not None:
                assert client.get(occasion.path).status_code == 200, f"{role} at {occasion.path}: {kind}"
                assert _shape(occasion) == _shape(OCCASIONS[kind].example), kind
                told[kind].add(role)
    assert set(OCCASIONS) - set(told) == set()
    everybody = {kind for kind, roles in told.items() if PUBLIC in roles}
    assert everybody == set(OCCASIONS) - {"ruling.given", "appeal.decided", "appeal.final"}
