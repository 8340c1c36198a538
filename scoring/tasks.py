"""What Celery carries out for scoring, by the clock and by jobs.

The press takes two seconds of processor time to load, more than fifty papers take. So a worker loads it
before it forks, and its children find it loaded; the site needs none.
"""

from __future__ import annotations

import datetime as dt

from celery import shared_task
from celery.signals import worker_init

from rules_engine.card_games import WHOOPIE
from sanctioning.kit.jobs.services.jobs import RunningJob, job
from sanctioning.kit.wording.localised import lazily as _lazy
from scoring.certificates.services.badges import (
    LATE_BADGE_JOB,
    STATUS_JOB,
    have_missing_badges_made,
    have_status_lists_signed,
    sign_status_list,
)
from scoring.certificates.services.certificates import DOCUMENT_JOB as CERTIFICATE_JOB
from scoring.certificates.services.printing import make_late_badge, print_certificate
from scoring.exports.services.making import EXPORT_JOB, make_file, make_what_is_due, remove_old_files
from scoring.heads.services import HEAD_JOB, sign_head, sign_what_is_due
from scoring.imports.services.checking import carry_out_check
from scoring.imports.services.preparing import CHECK_JOB
from scoring.imports.services.taking_back import UNDO_JOB, carry_out_undo
from scoring.imports.services.writing import WRITE_JOB, carry_out_write
from scoring.practice.services.practices import sweep_practice
from scoring.previews.services.previews import PREVIEW_JOB, carry_out_preview
from scoring.results.posters import RESULTS_POSTER_JOB, print_results
from scoring.rosters.services.errata import ERRATA_JOB
from scoring.rosters.services.printing import CHUNK_JOB, print_errata, print_roster, set_chunk
from scoring.rosters.services.rosters import COMPILE_JOB, compile_roster, compile_what_is_due
from scoring.rosters.services.rosters import DOCUMENT_JOB as ROSTER_JOB


@worker_init.connect
def load_the_press(**_: object) -> None:
    import sanctioning.signing.sealing  # noqa: F401


@shared_task(name="scoring.compile_what_is_due")
def compile_due() -> None:
    compile_what_is_due()


@shared_task(name="scoring.sign_what_is_due")
def sign_due() -> None:
    sign_what_is_due()


@shared_task(name="scoring.have_status_lists_signed")
def sign_lists_due() -> None:
    have_status_lists_signed()


@shared_task(name="scoring.have_missing_badges_made")
def make_badges_due() -> None:
    have_missing_badges_made()


@shared_task(name="scoring.sweep_practice")
def sweep() -> None:
    sweep_practice()


@shared_task(name="scoring.make_what_is_due")
def make_exports() -> None:
    make_what_is_due()
    remove_old_files()


@job(COMPILE_JOB, title=_lazy("Compiling a roster"))
def compile_again(running: RunningJob) -> None:
    with running.completing():
        compile_roster(
            by=None,
            as_of=dt.date.fromisoformat(running.payload["as_of"]),
            card_game=running.payload.get("card_game", WHOOPIE.slug),
        )


job(EXPORT_JOB, lease=dt.timedelta(minutes=10), title=_lazy("The file of an export"))(make_file)
job(CERTIFICATE_JOB, title=_lazy("A printed certificate"))(print_certificate)
job(LATE_BADGE_JOB, title=_lazy("The badge of a certificate"))(make_late_badge)
job(STATUS_JOB, title=_lazy("Signing which badges are revoked"))(sign_status_list)
job(ROSTER_JOB, lease=dt.timedelta(minutes=10), title=_lazy("The booklet of a roster"))(print_roster)
job(CHUNK_JOB, title=_lazy("Some pages of a roster"))(set_chunk)
job(RESULTS_POSTER_JOB, lease=dt.timedelta(minutes=5), title=_lazy("Results for the wall"))(print_results)
job(ERRATA_JOB, title=_lazy("The errata of a roster"))(print_errata)
job(PREVIEW_JOB, lease=dt.timedelta(minutes=5), title=_lazy("A preview of Articles"))(carry_out_preview)
job(HEAD_JOB, lease=dt.timedelta(minutes=30), title=_lazy("Signing the state of the records"))(sign_head)
job(CHECK_JOB, lease=dt.timedelta(minutes=5), title=_lazy("Checking an import"))(carry_out_check)
job(WRITE_JOB, attempts=2, lease=dt.timedelta(hours=1), title=_lazy("Writing an import"))(carry_out_write)
job(UNDO_JOB, lease=dt.timedelta(minutes=5), title=_lazy("Undoing an import"))(carry_out_undo)
