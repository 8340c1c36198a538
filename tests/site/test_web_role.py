"""The site on PostgreSQL with a role that does not own the tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import ProgrammingError, connection, transaction
from django.test import Client

from sanctioning.kit.clock import today
from sanctioning.kit.guards.check import guard_faults
from sanctioning.kit.jobs.services.jobs import enqueue, run_waiting
from scoring.certificates.models import Certificate
from scoring.heads.models import SignedHead
from scoring.heads.services import HEAD_JOB
from scoring.ledger.models.ledger import LedgerEntry
from scoring.recordings.services.recordings import record_certificates
from scoring.rosters.lines import last_roster_day
from scoring.rosters.models import Roster
from scoring.rosters.services.rosters import compile_roster
from tests.cast import Cast, certified, sanctioned_event

pytestmark = pytest.mark.postgresql

ROLE = "web_of_test"
LEDGER = "scoring_ledgerentry"
GUARD = f"guard_{LEDGER}_update"
REFUSED = "permission denied|must be owner"


@pytest.fixture
def as_site(cast: Cast) -> Iterator[Cast]:
    """From here on the connection has the rights of the site's role; all of it goes with the transaction."""
    run(f"CREATE ROLE {ROLE}")
    run("GRANT CREATE ON SCHEMA public TO PUBLIC")  # as PostgreSQL 14 and older have it
    call_command("grant_rights", ROLE, verbosity=0)
    run(f"SET LOCAL ROLE {ROLE}")
    yield cast
    run("RESET ROLE")


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_the_site_does_its_work_with_it(as_site: Cast) -> None:
    cast = as_site
    certification = certified(cast, sanctioned_event(cast), cast.players[:4])
    certificate = Certificate.objects.get()
    record_certificates(by=cast.registrar, person=certificate.person, codes=[certificate.code])
    roster = compile_roster(by=cast.registrar, as_of=last_roster_day(today()))
    enqueue(kind=HEAD_JOB, key="test")
    run_waiting(HEAD_JOB)
    assert (Roster.objects.get(), SignedHead.objects.count()) == (roster, 1)
    assert Client().get(f"/events/{certification.game.event.slug}/").status_code == 200
    call_command("verify_ledger", verbosity=0)
    call_command("migrate", verbosity=0)


@pytest.mark.parametrize(
    "statement",
    [
        f"ALTER TABLE {LEDGER} DISABLE TRIGGER ALL",
        f"ALTER TABLE {LEDGER} DISABLE TRIGGER {GUARD}",
        f"DROP TRIGGER {GUARD} ON {LEDGER}",
        f"CREATE TRIGGER own BEFORE INSERT ON {LEDGER} FOR EACH ROW EXECUTE FUNCTION {GUARD}()",
        f"CREATE OR REPLACE FUNCTION {GUARD}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        f"UPDATE {LEDGER} SET reason = 'other'",
        f"DELETE FROM {LEDGER}",
        f"TRUNCATE {LEDGER} CASCADE",
        "DELETE FROM sanctioning_auditentry",
        "UPDATE scoring_signedhead SET line = ''",
        "INSERT INTO django_migrations (app, name, applied) VALUES ('a', 'b', now())",
        "SET session_replication_role = replica",
        "CREATE TABLE own (id integer)",
    ],
)
def test_it_can_do_nothing_to_the_guards_and_the_books(as_site: Cast, statement: str) -> None:
    with pytest.raises(ProgrammingError, match=REFUSED), transaction.atomic():
        run(statement)
    assert guard_faults() == []
    assert not LedgerEntry.objects.exists()
