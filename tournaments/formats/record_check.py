"""What the engine answers to a record, under the Articles of the event.

Invariant: a record does not choose how its votes are counted; the Articles of the event's sanction do.
Rule section: III (penalties), reading 54.
"""

from __future__ import annotations

from rules_engine.justice.votes import MajorityOf
from sanctioning.law.articles import read_articles
from tournaments.events.models.event import Event
from tournaments.formats.format import FormatCheck
from tournaments.formats.records import require_each_once
from tournaments.formats.registry import format_named


def check_of_record(event: Event, data: bytes) -> FormatCheck:
    """What the engine says of a record of the event; a refusal for what is no record.

    The Articles are read only for a record in which somebody may have voted: `roll` is written in it, or
    letters are escaped.
    """
    played = format_named(event.format)
    if played.check_under is None or not any(mark in data for mark in (b'"roll"', b"\\u")):
        return played.check(data)
    return played.check_under(simple_majority_of(event), data)


def check_of_sent_record(event: Event, data: bytes) -> FormatCheck:
    """The same of a record that somebody sends, which is kept as it came.

    Raises:
        Refusal: `record-malformed`.
    """
    check = check_of_record(event, data)
    require_each_once(data)
    return check


def simple_majority_of(event: Event) -> MajorityOf:
    """Of whom more than half carry a motion by simple majority; of those entitled, if nothing is said."""
    sanction = event.sanction
    if sanction is None or sanction.articles is None:
        return "entitled"
    return "cast" if read_articles(sanction.articles.body).simple_majority_of == "cast" else "entitled"
