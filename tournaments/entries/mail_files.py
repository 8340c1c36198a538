"""What goes with the mails of an entry: the date for a calendar, and the code that the door reads."""

from __future__ import annotations

import io

import segno
from django.utils.translation import gettext as _

from sanctioning.kit.messages.mail_files import MailFile
from sanctioning.kit.messages.models import Message
from tournaments.entries.entry_links import entry_path
from tournaments.entries.models.entry import Entry
from tournaments.events.icalendar import ical
from tournaments.events.selectors.dates import date_of_entry


def files_of_entry(message: Message) -> tuple[MailFile, ...]:
    """As the entry stands when the mail goes; no code for who cannot come in with it."""
    entry = Entry.objects.select_related("event", "person__merged_into").filter(pk=message.thing_id).first()
    if entry is None:
        return ()
    date = ical(entry.event.name, [date_of_entry(entry, entry_path(entry))])
    calendar = MailFile(
        name="calendar.ics", content=date, mime_type="text/calendar; charset=utf-8; method=PUBLISH"
    )
    return (calendar, _door_code(entry)) if entry.state == Entry.State.ENTERED else (calendar,)


def _door_code(entry: Entry) -> MailFile:
    drawn = io.BytesIO()
    number = entry.person.identity.number
    segno.make(number, error="m", micro=False).save(drawn, kind="png", scale=8, border=3)
    return MailFile(
        name="door-code.png",
        content=drawn.getvalue(),
        mime_type="image/png",
        alt=_("Your code for the door: %(number)s") % {"number": number},
    )
