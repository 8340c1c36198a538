"""Who is told of Letters: those who are to sign, and, once one is filed, those whom it concerns."""

from __future__ import annotations

import datetime as dt

from django.urls import reverse

from sanctioning.identity.lookup import holders_of
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import day_of
from sanctioning.kit.messages.recipients import but
from sanctioning.kit.messages.services.messages import send
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person
from tournaments.justice.cases.models import Letter
from tournaments.justice.cases.selectors.letters import unsigned


def tell_of_draft(*, by: Person, at: dt.datetime, letter: Letter, entry: AuditEntry) -> None:
    """Those who voted are asked to sign; the Acting Executor is told where some have no account."""
    executor = letter.vote.violation.game.acting_executor
    signers = [voter.player.person.identity for voter in unsigned(letter)]
    context = {"by": by, "against": letter.against, "event": letter.vote.violation.game.event}
    path = reverse("letter", args=[letter.pk])
    send(
        to=but(by, signers),
        kind="letter-to-sign",
        about=letter,
        occasion=entry.pk,
        path=path,
        context=context,
        at=at,
    )
    if executor is not None and any(person.account_id is None for person in signers):
        send(
            to=executor.person,
            kind="letter-on-paper",
            about=letter,
            occasion=entry.pk,
            path=path,
            context=context,
            at=at,
        )


def tell_of_filing(*, by: Person, at: dt.datetime, letter: Letter, entry: AuditEntry) -> None:
    """The accused, the Managing Executor and the Acting Executor; and those who signed."""
    executor = letter.vote.violation.game.acting_executor
    signed = [
        signature.player.person.identity
        for signature in letter.signatures.select_related("player__person__merged_into")
    ]
    people = {
        person.pk: person
        for person in (
            letter.against.identity,
            *holders_of(day_of(at), Office.MANAGING_EXECUTOR),
            *([executor.person] if executor else []),
            *signed,
        )
    }
    send(
        to=but(by, people.values()),
        kind="letter-filed",
        about=letter,
        occasion=entry.pk,
        path=reverse("letter", args=[letter.pk]),
        context={"against": letter.against, "event": letter.vote.violation.game.event},
        at=at,
    )
