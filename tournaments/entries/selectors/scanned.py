"""Who stands at the door with a paper: what a scanner read there, as the member number of somebody entered.

Terms: scanned (a member number, as in a mail; the link of an entry; the code or the link of a certificate).
"""

from __future__ import annotations

import re
from typing import Final

from sanctioning.identity.found_by import NUMBER, written_out
from sanctioning.identity.same_person import rows_of
from sanctioning.people.models.person import Person
from tournaments.entries.entry_links import entry_with
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.hooks import PAPER_HOLDER

OF_ENTRY: Final = re.compile(r"/entry/([^/\s]+)/?")
OF_PAPER: Final = re.compile(r"(?:/check/)?([^/\s]+)/?$")


def scanned_number(event: Event, text: str) -> str:
    """The member number of who is entered and was scanned, "" for nobody; the papers of who is not entered
    tell nothing. Three queries at most."""
    entry = _scanned(event, text.strip())
    return entry.person.identity.number if entry else ""


def _scanned(event: Event, text: str) -> Entry | None:
    entries = event.entries.filter(state=Entry.State.ENTERED).select_related("person__merged_into")
    if of_entry := OF_ENTRY.search(text):
        return entries.filter(pk=entry_with(of_entry[1])).first()
    if number := NUMBER.fullmatch(text):
        person = Person.objects.filter(number=written_out(number)).first()
    else:
        paper = OF_PAPER.search(text)
        person = PAPER_HOLDER.only()(paper[1]) if paper else None
    return entries.filter(person__in=rows_of(person)).first() if person else None
