"""Examining the site, and saying what was done for it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext

from sanctioning.accounts.models.account import Account
from sanctioning.authority.permissions import may_describe_authority
from sanctioning.doctor import machine, services_it_needs
from sanctioning.doctor.findings import Check, Diagnosis, Health, Patient, fault
from sanctioning.doctor.models import ClockTick
from sanctioning.doctor.selectors import (
    BACKED_UP,
    EXAMINE_JOB,
    KEPT_ELSEWHERE,
    MAIL_TRIED,
    WITH_MAIL,
    WITHOUT_MAIL,
)
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import moment, today
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import RunningJob, enqueue
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import filled
from sanctioning.kit.wording.localised import lazily as _
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from sanctioning.signing.selectors import has_signing_key

CHECKS: Final[tuple[Check, ...]] = (
    services_it_needs.database,
    services_it_needs.tables,
    services_it_needs.guards,
    services_it_needs.broker,
    services_it_needs.worker,
    services_it_needs.messages_to_others,
    services_it_needs.clock,
    services_it_needs.mail,
    services_it_needs.sign_in_provider,
    services_it_needs.time_of_day,
    machine.zone,
    machine.addresses,
    machine.reachable,
    machine.disk,
    machine.keys,
    machine.backup,
    machine.paper,
    machine.words,
    machine.engine,
    machine.plugins,
)
HEARD_EVERY: Final = dt.timedelta(minutes=1)
NOTED: Final = {
    "keys": KEPT_ELSEWHERE,
    "backup": BACKED_UP[0],
    "without-mail": WITHOUT_MAIL,
    "with-mail": WITH_MAIL,
}


def findings(patient: Patient) -> Iterator[Diagnosis]:
    """One a check, each as soon as it is known."""
    for check in CHECKS:
        try:
            yield check(patient)
        except Exception as failure:  # whatever is broken is what the doctor is asked about
            yield fault(
                check.__name__.replace("_", " "),
                filled(_("It could not be checked: %(why)s"), why=f"{type(failure).__name__}: {failure}"),
                _("Read the log of the worker."),
            )


def require_caretaker(person: Person) -> None:
    require(
        may_describe_authority(person, today()),
        what=gettext("look after the installation"),
        who=gettext("the Managing Executor"),
        rule="Section IV",
    )


def ask_for_examination(*, by: Person, key: str, with_mail: bool) -> Job:
    """As a job: the worker's answer is part of what is asked. Sent twice it is one.

    Raises:
        Refusal: `not-allowed`.
    """
    require_caretaker(by)
    account: Account | None = by.account
    payload = {
        "mail_to": account.email if with_mail and account else "",
        "asker": by.pk,
    }
    with transaction.atomic():
        return enqueue(kind=EXAMINE_JOB, key=key, payload=payload, by=account)


def examine(running: RunningJob) -> None:
    """Carry an examination out; a mail that went is written on the trail."""
    patient = Patient(mail_to=running.payload["mail_to"])
    results: list[Diagnosis] = []
    for finding in findings(patient):
        results.append(finding)
        running.progress(len(results), len(CHECKS))
    running.result = in_every_language(results)
    mail = results[CHECKS.index(services_it_needs.mail)]
    with running.completing():
        if patient.mail_to and mail.health == Health.WELL:
            asker = Person.objects.get(pk=running.payload["asker"])
            note(by=asker, at=moment(None), action=MAIL_TRIED, thing=_installation(), why=str(mail.what))


def in_every_language(results: Iterable[Diagnosis]) -> dict[str, list[dict[str, str]]]:
    """By language, since whoever reads it later may speak another than whoever asked."""
    documents = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            documents[language] = [finding.as_document() for finding in results]
    return documents


def answer(running: RunningJob) -> None:
    with running.completing():
        pass


def note_done(*, by: Person, what: str) -> None:
    """What cannot be seen from here: keys were copied elsewhere (`keys`), a backup was made (`backup`), it is
    decided to do without mail (`without-mail`), or to count on it again (`with-mail`).

    Raises:
        Refusal: `no-signing-key`, `not-allowed`.
    """
    require_caretaker(by)
    if what == "keys" and not has_signing_key():
        raise _no_key_yet()
    with transaction.atomic():
        note(by=by, at=moment(None), action=NOTED[what], thing=_installation())


def _no_key_yet() -> Refusal:
    return Refusal(
        code="no-signing-key",
        sentence=gettext("There is no signing key to copy yet."),
        rule=gettext("The worker makes the first signing key with the first certificate."),
        remedy=gettext("Copy the key folder after the first certificate is made, then say so."),
    )


def hear_clock() -> None:
    """Write down that the clock was heard, once a minute at most."""
    now = moment(None)
    tick, is_new = ClockTick.objects.get_or_create(pk=1, defaults={"at": now})
    if not is_new and now - tick.at > HEARD_EVERY:
        ClockTick.objects.filter(pk=1).update(at=now)


def _installation() -> Installation:
    return Installation.objects.first() or Installation()
