"""The entries of an event: who is entered, who waits at which place, who has come, what the till holds."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Annotated, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from sanctioning.identity.found_by import kept_words
from sanctioning.identity.names import full_name, public_sort_name, shown, told_apart
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.lists.filters import one_of
from sanctioning.kit.lists.lists import ListSource
from sanctioning.kit.money import NOTHING, Money
from sanctioning.people.models.person import Person
from sanctioning.sanctions.models import Sanction
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.teams import seated_players
from tournaments.events.models.event import Event

State = Entry.State


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine:
    """`id` names the entry in addresses; `waits_at` is the place in the queue, from 1, and 0 for none;
    `offered_until` is until when a free place is kept for who waits;
    `came_at` is when they were checked in, `came_late` whether that was after the event began;
    `seated_team` and `seated_name` are those of the seated team that he no longer leaves, 0 and empty for
    who may; `number` is that of the record that is kept, `entered_as` the one under which they entered,
    where that was merged."""

    id: int
    name: str
    number: str
    state: Annotated[str, Entry.State]
    state_words: str
    waits_at: int
    offered_until: dt.datetime | None
    late_for: str
    present: bool
    came_at: dt.datetime | None
    came_late: bool
    requirements_met: bool
    fee: Money
    late_fee: Money
    owed: Money
    fee_state: Annotated[str, Entry.Fee]
    fee_words: str
    fee_waived_for: str
    seated_team: int = 0
    seated_name: str = ""
    kept_number: str = ""
    entered_as: str = ""

    @property
    def words(self) -> str:
        """Those by which they are found in a list that has no clubs."""
        return kept_words(self.name, self.number, self.entered_as)

    @property
    def owes(self) -> bool:
        return bool(self.owed) and self.fee_state in Entry.OWING

    @property
    def may_be_absent(self) -> bool:
        return not self.present and not self.seated_team


class CameTogether(NamedTuple):
    at: dt.datetime
    people: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryList:
    """Everybody by name, who waits by place; sums of the till are of those entered. Of a person with several
    records whoever is gone is not listed while another entry of theirs counts. `paid_by_gone` is what those
    paid who are withdrawn or absent, which counts in no other sum."""

    entered: tuple[EntryLine, ...]
    waiting: tuple[EntryLine, ...]
    gone: tuple[EntryLine, ...]
    present: int
    late: int
    missing: int
    paid: Money
    promised: Money
    unpaid: Money
    refunded: Money
    paid_by_gone: Money = NOTHING

    @property
    def all_present(self) -> bool:
        return bool(self.entered) and not self.missing

    @property
    def came_together(self) -> CameTogether | None:
        """Whoever was checked in by one step, the latest such step."""
        moments = Counter(line.came_at for line in self.entered if line.came_at is not None)
        steps = [(came_at, count) for came_at, count in moments.items() if count > 1]
        return CameTogether(*max(steps)) if steps else None


def entry_list(event: Event) -> EntryList:
    """One query, two more where teams enter."""
    seated = seated_players(event)
    entries = event.entries.select_related(*shown("person")).order_by(
        "queue", "person__family_name", "person__given_names", "id"
    )
    lines: list[EntryLine] = []
    for entry in entries:
        entry.event = event
        waits = sum(line.state == State.WAITING for line in lines) + 1
        team = seated.get(entry.pk, (0, ""))
        lines.append(_line(entry, waits if entry.state == State.WAITING else 0, *team))
    entered = tuple(line for line in lines if line.state == State.ENTERED)
    counting = {line.kept_number for line in lines if line.state not in Entry.GONE}
    present = sum(line.present for line in entered)
    return EntryList(
        entered=entered,
        waiting=tuple(line for line in lines if line.state == State.WAITING),
        gone=tuple(line for line in lines if line.state in Entry.GONE and line.kept_number not in counting),
        present=present,
        late=sum(line.came_late for line in entered),
        missing=len(entered) - present,
        paid=_sum(entered, Entry.Fee.PAID),
        promised=_sum(entered, Entry.Fee.PROMISED),
        unpaid=_sum(entered, Entry.Fee.UNPAID),
        refunded=_sum(entered, Entry.Fee.REFUNDED),
        paid_by_gone=_sum(tuple(line for line in lines if line.state in Entry.GONE), Entry.Fee.PAID),
    )


def entries_told_apart(entries: EntryList) -> EntryList:
    """The same with the member number after a name that two people of the event have."""
    lines = (*entries.entered, *entries.waiting, *entries.gone)
    names = told_apart({line.number: line.name for line in lines})
    entered, waiting, gone = (
        tuple(replace(line, name=names[line.number]) for line in part)
        for part in (entries.entered, entries.waiting, entries.gone)
    )
    return replace(entries, entered=entered, waiting=waiting, gone=gone)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredListLine:
    """A list that was entered: how many people, by whom and when."""

    id: int
    count: int
    by: str
    at: dt.datetime
    taken_back: bool


def lists_of(event: Event) -> tuple[EnteredListLine, ...]:
    """The lists entered in an event, the latest first. One query."""
    lists = event.entered_lists.annotate(count=Count("entries")).select_related("by").order_by("-pk")
    return tuple(
        EnteredListLine(
            id=entered.pk,
            count=entered.count,
            by=entered.by.name,
            at=entered.at,
            taken_back=entered.taken_back_at is not None,
        )
        for entered in lists
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantLine:
    """An entry as everybody sees it."""

    name: str
    number: str
    club_name: str
    state: Annotated[str, Entry.State]
    state_words: str
    entered_at: dt.datetime


def entrants(event: Event) -> ListSource[Entry, EntrantLine]:
    """Who is entered, waits or withdrew, under the names that the public sees. Two queries a page."""
    return ListSource(
        rows=_without_merged(event).select_related(
            "person__home_club", "person__merged_into__home_club", *shown("person")
        ),
        lines=lambda entries: tuple(map(_entrant, entries)),
        sorts={
            "name": ("person__family_name", "person__given_names"),
            "state": ("state", F("queue"), "entered_at"),
            "entered": ("entered_at",),
        },
        order="name",
        filters=(one_of("state", _("State"), "state", State.choices, all_words=_("all entries")),),
    )


def _without_merged(event: Event) -> QuerySet[Entry]:
    """Without those who are gone of a person of whom another entry counts."""
    entries = event.entries.annotate(identity=Coalesce("person__merged_into", "person"))
    counting = Entry.objects.filter(event=event).exclude(state__in=Entry.GONE)
    counting = counting.annotate(identity=Coalesce("person__merged_into", "person"))
    same = counting.filter(identity=OuterRef("identity")).exclude(pk=OuterRef("pk"))
    return entries.exclude(Exists(same), state__in=Entry.GONE)


def _entrant(entry: Entry) -> EntrantLine:
    person = entry.person.identity
    return EntrantLine(
        name=public_sort_name(entry.person),
        number=person.number,
        club_name=person.home_club.name if person.home_club else "",
        state=entry.state,
        state_words=entry.get_state_display(),
        entered_at=entry.entered_at,
    )


def entered_people(event: Event) -> dict[str, Person]:
    """Whoever can sit down, by the number of the record that is kept; nobody who waits."""
    entered = event.entries.filter(state=Entry.State.ENTERED).select_related("person__merged_into")
    return {entry.person.identity.number: entry.person for entry in entered}


def own_entry(event_slug: str, person: Person | None) -> EntryLine | None:
    """The entry of whoever asks, with his place in the queue. Two queries."""
    if person is None:
        return None
    entry = (
        Entry.objects.filter(event__slug=event_slug, person__in=rows_of(person))
        .select_related("event", *shown("person"))
        .order_by("-entered_at")
        .first()
    )
    if entry is None:
        return None
    ahead = Entry.objects.filter(event=entry.event_id, state=State.WAITING, queue__lte=entry.queue or 0)
    return _line(entry, ahead.count() if entry.state == State.WAITING else 0)


def live_entry(event: Event, person: Person) -> Entry | None:
    """The entry of somebody who is entered or waits. One query."""
    entry: Entry | None = (
        event.entries.exclude(state__in=Entry.GONE).filter(person__in=rows_of(person)).first()
    )
    return entry


@dataclass(frozen=True, slots=True, kw_only=True)
class ComingEntry:
    """An own entry in an event that is not over; `waits_at` is the place in the queue, 0 for none;
    `offered_until` is until when a free place is kept for them."""

    event_name: str
    event_slug: str
    place: str
    first_day: dt.date
    last_day: dt.date
    state: Annotated[str, Entry.State]
    state_words: str
    waits_at: int
    offered_until: dt.datetime | None
    time_zone: str
    fee: Money
    fee_state: Annotated[str, Entry.Fee]
    fee_words: str


def coming_entries(person: Person) -> tuple[ComingEntry, ...]:
    """The entries of a person in events that are not over and stand, the next first. One query."""
    ahead = Entry.objects.filter(event=OuterRef("event"), state=State.WAITING, queue__lte=OuterRef("queue"))
    rows = (
        Entry.objects.filter(
            person__in=rows_of(person),
            state__in=(State.ENTERED, State.WAITING),
            event__ends_at__gte=timezone.now(),
            event__sanction__state=Sanction.State.GRANTED,
        )
        .select_related("event")
        .annotate(waits_at=Subquery(ahead.order_by().values("event").annotate(n=Count("pk")).values("n")))
        .order_by("event__starts_at", "pk")
    )
    return tuple(map(_coming, rows))


def places_offered(own: Collection[int]) -> QuerySet[Entry]:
    """The entries of somebody, by the keys of their records, for whom a free place is kept."""
    return (
        Entry.objects.filter(person__in=own, offered_until__isnull=False, event__cancelled_at=None)
        .select_related("event")
        .order_by("offered_until", "pk")
    )


def _coming(entry: Entry) -> ComingEntry:
    return ComingEntry(
        event_name=entry.event.name,
        event_slug=entry.event.slug,
        place=entry.event.place,
        first_day=entry.event.first_day,
        last_day=entry.event.last_day,
        state=entry.state,
        state_words=entry.get_state_display(),
        waits_at=entry.waits_at or 0,  # type: ignore[attr-defined]
        offered_until=entry.offered_until,
        time_zone=entry.event.time_zone,
        fee=entry.owed,
        fee_state=entry.fee_state,
        fee_words=entry.get_fee_state_display(),
    )


def entry_of(event: Event, entry_id: int) -> Entry | None:
    entry: Entry | None = (
        event.entries.select_related("event__club", *shown("person")).filter(pk=entry_id).first()
    )
    return entry


def _line(entry: Entry, waits_at: int, seated_team: int = 0, seated_name: str = "") -> EntryLine:
    number, own = entry.person.identity.number, entry.person.number
    return EntryLine(
        id=entry.pk,
        name=full_name(entry.person),
        number=number,
        state=entry.state,
        state_words=entry.get_state_display(),
        waits_at=waits_at,
        offered_until=entry.offered_until,
        late_for=entry.late_for,
        present=entry.is_present,
        came_at=entry.checked_in_at,
        came_late=entry.checked_in_at is not None and entry.checked_in_at > entry.event.starts_at,
        requirements_met=entry.requirements_met_by_id is not None,
        fee=entry.fee,
        late_fee=entry.late_fee,
        owed=entry.owed,
        fee_state=entry.fee_state,
        fee_words=entry.get_fee_state_display(),
        fee_waived_for=entry.fee_waived_for,
        seated_team=seated_team,
        seated_name=seated_name,
        kept_number=number,
        entered_as="" if own == number else own,
    )


def _sum(lines: tuple[EntryLine, ...], state: str) -> Decimal:
    return sum((line.owed for line in lines if line.fee_state == state), NOTHING)
