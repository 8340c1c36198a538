"""What Celery carries out for tournaments, by the clock and by jobs."""

from __future__ import annotations

import datetime as dt

from celery import shared_task

from sanctioning.kit.jobs.services.jobs import job
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.entries.services.newcomers import CONFIRM_ENTRY_JOB, send_confirmation
from tournaments.entries.services.offered_places import lapse_offers
from tournaments.justice.appeals.services.overdue_appeals import move_appeals_on
from tournaments.justice.cases.services.letters import LETTER_JOB
from tournaments.justice.cases.services.printing import print_letter
from tournaments.justice.cases.services.reminders import remind_of_cases
from tournaments.reports.services.record_files import RECORDS_JOB, read_records
from tournaments.seasons.posters import POSTER_JOB, print_poster
from tournaments.slips.services.format_papers import FORMAT_PAPERS_JOB, print_format_paper
from tournaments.tables.services.papers import PAPERS_JOB, print_tables
from tournaments.teams.services.open_places import TEAM_LINK_JOB, mail_link


@shared_task(name="tournaments.move_appeals_on")
def move_on() -> None:
    move_appeals_on()


@shared_task(name="tournaments.remind_of_cases")
def remind() -> None:
    remind_of_cases()


@shared_task(name="tournaments.lapse_offers")
def go_on_to_the_next() -> None:
    lapse_offers()


job(LETTER_JOB, title=_lazy("A Letter as a document"))(print_letter)
job(TEAM_LINK_JOB, attempts=8, title=_lazy("A link to a place in a team"), forgets=True)(mail_link)
job(CONFIRM_ENTRY_JOB, attempts=8, title=_lazy("A mail to confirm an entry"), forgets=True)(send_confirmation)
job(RECORDS_JOB, lease=dt.timedelta(minutes=5), title=_lazy("Records that were sent in"))(read_records)
job(FORMAT_PAPERS_JOB, lease=dt.timedelta(minutes=5), title=_lazy("Printed sheets of an event"))(
    print_format_paper
)
job(PAPERS_JOB, lease=dt.timedelta(minutes=5), title=_lazy("Scoresheets or table cards"))(print_tables)
job(POSTER_JOB, lease=dt.timedelta(minutes=5), title=_lazy("Calendar of a season"))(print_poster)
