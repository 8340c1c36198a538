"""Checks of what answers, or does not: database, broker, worker, clock, mail."""

from __future__ import annotations

import datetime as dt
import time
from smtplib import SMTPException
from typing import Final
from uuid import uuid4

from celery import current_app
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from kombu.exceptions import KombuError

from sanctioning.accounts.identity_provider import identity_provider, require_answering
from sanctioning.doctor.findings import Diagnosis, Patient, fault, warning, well
from sanctioning.doctor.selectors import clock_heard_at, without_mail_since
from sanctioning.kit.guards.check import guard_faults
from sanctioning.kit.guards.guards import standing
from sanctioning.kit.installation.commands import command_line
from sanctioning.kit.jobs.kinds import those_that_wait_for_others
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.jobs.services.jobs import enqueue
from sanctioning.kit.messages.mail_text import sender
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.role_settings import settings_of_role
from sanctioning.kit.wording.localised import filled
from sanctioning.kit.wording.localised import lazily as _

ANSWER_JOB: Final = "sanctioning.answer"
OLDEST_POSTGRESQL: Final = 150_000
LONGEST_SILENCE: Final = dt.timedelta(minutes=2)
LONGEST_WAIT: Final = dt.timedelta(minutes=5)
LOOK_EVERY: Final = dt.timedelta(milliseconds=100)
MOST_OFF: Final = dt.timedelta(seconds=2)
TO_FILES: Final = "django.core.mail.backends.filebased.EmailBackend"


def database(patient: Patient) -> Diagnosis:
    about = _("Database")
    if connection.vendor != "postgresql":
        return well(about, filled(_("SQLite %(version)s: right for one machine."), version=_sqlite_version()))
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version'), current_setting('transaction_isolation')")
        version, isolation = cursor.fetchone()
        cursor.execute("SELECT current_setting('server_version_num')::int")
        number = cursor.fetchone()[0]
    what = filled(
        _("PostgreSQL %(version)s, transactions are %(isolation)s."), version=version, isolation=isolation
    )
    if number < OLDEST_POSTGRESQL:
        return fault(about, what, _("Update PostgreSQL to 15 or later."))
    if isolation != "read committed":
        return warning(about, what, _("Take default_transaction_isolation out of the server's settings."))
    if missing := _limits_missing_behind_the_pooler():
        return warning(
            about,
            filled(_("Requests through the pooler lack these limits: %(names)s."), names=", ".join(missing)),
            _("Start the web server again and read its log; then send RECONNECT to the pooler."),
        )
    return well(about, what)


def _limits_missing_behind_the_pooler() -> list[str]:
    """Which the role of the site does not give to its connections."""
    if not settings.POOLER:
        return []
    with connection.cursor() as cursor:
        given = settings_of_role(cursor)
    wanted = {name: str(value) for name, value in settings.PATIENCE_OF_REQUESTS.items()}
    return sorted(name for name, value in wanted.items() if given.get(name) != value)


def _sqlite_version() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT sqlite_version()")
        return str(cursor.fetchone()[0])


def tables(patient: Patient) -> Diagnosis:
    about = _("Tables")
    executor = MigrationExecutor(connection)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not pending:
        return well(about, _("They match this version."))
    names = ", ".join(f"{migration.app_label}.{migration.name}" for migration, _backwards in pending)
    what = filled(_("These migrations are not applied: %(names)s."), names=names)
    return fault(about, what, filled(_("Run %(command)s."), command=command_line("migrate")))


def guards(patient: Patient) -> Diagnosis:
    about = _("Guards of the database")
    if not (faults := guard_faults()):
        count = len(standing(connection))
        return well(about, filled(_("All %(count)s are active."), count=count))
    named = "; ".join(f"{broken.name} {broken.sentence}" for broken in faults[:5])
    what = filled(_("%(count)s are not as they should be: %(named)s"), count=len(faults), named=named)
    remedy = filled(
        _("Find out who changed them, run %(command)s, then verify_ledger."), command=command_line("migrate")
    )
    return fault(about, what, remedy)


def broker(patient: Patient) -> Diagnosis:
    about = _("Broker")
    try:
        with current_app.connection_for_write(connect_timeout=3) as line:
            line.ensure_connection(max_retries=1, interval_start=0, interval_max=0)
    except (KombuError, OSError) as silent:
        what = filled(_("It does not answer: %(why)s"), why=silent)
        return fault(about, what, _("Start Redis, or correct SAAS_BROKER_URL. Jobs wait meanwhile."))
    return well(about, _("It answers."))


def worker(patient: Patient) -> Diagnosis:
    about = _("Worker")
    if not patient.wait_for_worker:
        return well(about, _("It carried out this check."))
    asked = time.monotonic()
    job = enqueue(kind=ANSWER_JOB, key=str(uuid4()))
    while time.monotonic() - asked < patient.wait_for_worker:
        if Job.objects.filter(pk=job.pk, state=Job.State.DONE).exists():
            return well(about, _("It answered at once."))
        time.sleep(LOOK_EVERY.total_seconds())
    what = filled(_("It did not answer within %(seconds)s seconds."), seconds=patient.wait_for_worker)
    return fault(about, what, _("Start the worker (saas-worker), and read its log."))


def messages_to_others(patient: Patient) -> Diagnosis:
    """Their worker is not asked: it is only that something waits for it that tells."""
    about = _("Messages to other sites")
    late = Job.objects.filter(
        kind__in=those_that_wait_for_others(),
        state=Job.State.QUEUED,
        due_at__lt=timezone.now() - LONGEST_WAIT,
    )
    if not (waiting := late.count()):
        return well(about, _("None is late."))
    what = filled(_("%(count)s have been due for more than five minutes."), count=waiting)
    return fault(about, what, _("Start their worker (saas-waiting), and read its log."))


def clock(patient: Patient) -> Diagnosis:
    about = _("Clock")
    at = clock_heard_at()
    if at is None or timezone.now() - at > LONGEST_SILENCE:
        what = _("It has never been heard from.")
        if at is not None:
            what = filled(_("It has not been heard from since %(when)s."), when=f"{at:%Y-%m-%d %H:%M} UTC")
        return fault(
            about,
            what,
            _("Start the clock (saas-clock). Rosters, reminders and deadlines depend on it."),
        )
    return well(about, _("It is running, and a worker hears it."))


def mail(patient: Patient) -> Diagnosis:
    about = _("Mail")
    if settings.EMAIL_BACKEND == TO_FILES:
        if without_mail_since():
            return well(about, _("There is none, as you decided: links and codes are handed over."))
        what = filled(_("Mail is not sent. It is written to files in %(folder)s."), folder=settings.MAIL_DIR)
        remedy = _(
            "Name a mail server with SAAS_EMAIL_HOST, or say on the page “How the installation is” that "
            "you have no mail."
        )
        return warning(about, what, remedy)
    server = {"server": settings.EMAIL_HOST, "port": settings.EMAIL_PORT, "address": patient.mail_to}
    try:
        with get_connection(timeout=10) as line:
            if patient.mail_to:
                subject, text = str(_("A test")), str(_("Mail works."))
                EmailMessage(subject, text, sender(), [patient.mail_to], connection=line).send()
    except (SMTPException, OSError) as refused:
        what = filled(_("%(server)s, port %(port)s, says: %(why)s"), **server, why=refused)
        return fault(about, what, _("Correct the SAAS_EMAIL settings, or start the mail server."))
    if patient.mail_to:
        return well(about, filled(_("%(server)s took a mail to %(address)s."), **server))
    return well(about, filled(_("%(server)s, port %(port)s, answers."), **server))


def sign_in_provider(patient: Patient) -> Diagnosis:
    about = _("Identity provider")
    provider = identity_provider()
    if provider is None:
        return well(about, _("None is named: people sign in with their password."))
    named = {"provider": provider.name, "issuer": provider.issuer}
    try:
        require_answering(provider)
    except Refusal as refused:
        if refused.code == "provider-silent":
            what = filled(_("%(provider)s does not answer at %(issuer)s."), **named)
            return fault(about, what, _("Until it does, people sign in with their password."))
        what = filled(_("What answers at %(issuer)s gives another address as its own."), **named)
        return fault(
            about, what, _("Set SAAS_SIGN_IN_ISSUER to the provider’s own address, letter by letter.")
        )
    return well(about, filled(_("%(provider)s answers at %(issuer)s."), **named))


NOW: Final = {"postgresql": "clock_timestamp()", "sqlite": "CURRENT_TIMESTAMP"}
"""What the clock shows, and not when the transaction began."""


def time_of_day(patient: Patient) -> Diagnosis:
    about = _("Time")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {NOW[connection.vendor]}")
        database_time = cursor.fetchone()[0]
    there = dt.datetime.fromisoformat(database_time) if isinstance(database_time, str) else database_time
    off = abs(timezone.now() - (there if there.tzinfo else there.replace(tzinfo=dt.UTC)))
    if off > MOST_OFF:
        what = filled(
            _("The database's clock is %(seconds)s seconds off."), seconds=round(off.total_seconds())
        )
        return fault(about, what, _("Let both machines set their clocks from the network (NTP)."))
    return well(about, _("The machine and the database agree."))
