"""Entries of an event that takes entries: people, or teams with all their players.

Invariants: whoever enters is admitted as at the desk, by bars, rulings and conditions, or waits where the
event is full; the check tries each row in the order of the file and undoes it. Taken back, entries are
withdrawn, and whoever waits moves up.
Rule section: II (an event's own entry requirements), III (bars), IV (restricted events).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext

from sanctioning.identity.likeness import folded
from sanctioning.identity.same_person import hold
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _
from sanctioning.people.models.person import Person
from scoring.imports.columns import ImportColumn, Wrong, name_of, number
from scoring.imports.models import Import, ImportRow
from scoring.imports.people_index import name_people
from scoring.imports.references import who_refers
from scoring.imports.services.kinds.kind import Draft, ImportCheck, ImportKind, Outcome, Rows, Writing
from scoring.imports.services.kinds.people import BORN, WHO
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.entries import enter_held, take_back
from tournaments.events.models.event import Event
from tournaments.events.services.locks import locked_event
from tournaments.formats.registry import format_named
from tournaments.teams.models.team import Team, TeamMember
from tournaments.teams.services.teams import enter_team_held, take_team_back

_BETWEEN: Final = re.compile(r"\s*[;,/&\n]\s*")
WAITS: Final = Entry.State.WAITING


class Entries(ImportKind):
    slug = "entries"
    label = _("Entries of an event")
    help = _("Players, or teams with all their players, for events that are taking entries now.")
    decided = False
    names_people = True
    columns = (
        ImportColumn(
            name="event",
            label=_("Event"),
            aliases=("tournament", "event name", "Turnier", "Veranstaltung"),
            help=_("Its name, or the last part of its web address."),
            example="arden-club-night",
            required=True,
            read=name_of(200),
        ),
        *WHO,
        ImportColumn(
            name="team",
            label=_("Team"),
            aliases=("team name", "Mannschaft", "Team"),
            help=_("What the team is called. Needed where teams enter."),
            read=name_of(60),
        ),
        ImportColumn(
            name="partners",
            label=_("Partners"),
            aliases=("partner", "team mates", "other players", "Mitspieler"),
            help=_("The other members of the team, by member number or name, separated by commas."),
            read=name_of(400),
        ),
    )

    def columns_for(self, event: Event | None) -> tuple[ImportColumn, ...]:
        """Whoever runs an event need not name it, and may not find out when somebody was born."""
        if event is None:
            return self.columns
        named = (column for column in self.columns if column.name != BORN.name)
        return tuple(
            replace(column, required=False) if column.name == "event" else column for column in named
        )

    def content_of(self, importing: Import, values: Mapping[str, Any]) -> str:
        event = importing.event.slug if importing.event else ""
        return super().content_of(importing, {"event": event, **values})

    def judge(self, check: ImportCheck, drafts: Sequence[Draft]) -> None:
        for draft in drafts:
            if check.importing.event:
                draft.values.setdefault("event", check.importing.event.slug)
        name_people(check, drafts)
        events = _Events({draft.values["event"] for draft in drafts})
        with transaction.atomic():
            for draft in drafts:
                _judge_event(check, draft, events)
                if not draft.faults and draft.person_id:
                    _try_out(check, draft, events)
            transaction.set_rollback(True)

    def write(self, writing: Writing, rows: Sequence[ImportRow]) -> None:
        events = _Events({row.values["event"] for row in rows})
        for row in rows:
            event = events.named(row.values["event"])
            players = [row.person_id, *row.values.get("others", ())]
            row.entry, row.team = _enter(writing.by, event, players, row.values, writing.at)

    def referring(self, importing: Import, rows: Rows) -> list[str]:
        entries = Entry.objects.filter(import_rows__in=rows)
        of_teams = Entry.objects.filter(memberships__team__import_rows__in=rows)
        named = who_refers(Entry, entries.values("pk"), but=(ImportRow, TeamMember))
        for written in (entries, of_teams):
            if written.exclude(fee_state__in=Entry.OWING).exists():
                named.append(gettext("fees that were paid"))
            if written.exclude(checked_in_at=None).exists():
                named.append(gettext("players who are checked in"))
        return named

    def take_back(self, writing: Writing, rows: Rows, why: str) -> None:
        for row in rows.select_related("entry__event", "entry__person", "team__event").order_by("-number"):
            if row.team is not None and row.team.withdrawn_at is None:
                take_team_back(by=writing.by, team=row.team, why=why, at=writing.at)
            elif row.entry is not None and row.entry.state not in Entry.GONE:
                take_back(by=writing.by, entry=row.entry, why=why, at=writing.at)

    def remark(self, values: Mapping[str, Any]) -> str:
        return gettext("on the waiting list") if values.get("place") == WAITS else ""


class _Events:
    """The events that some rows name, by the last part of their address or by name."""

    def __init__(self, names: set[str]) -> None:
        wanted = {folded(name) for name in names}
        events = Event.objects.filter(cancelled_at=None).select_related("club", "sanction").order_by("pk")
        self._by_slug: dict[str, Event] = {}
        self._by_name: dict[str, list[Event]] = {}
        for event in events.iterator(chunk_size=500):
            if event.slug in names:
                self._by_slug[event.slug] = event
            if folded(event.name) in wanted:
                self._by_name.setdefault(folded(event.name), []).append(event)

    def named(self, name: str) -> Event:
        if event := self._by_slug.get(name):
            return event
        events = self._by_name.get(folded(name), [])
        if len(events) != 1:
            raise Wrong("event-named-twice" if events else "event-unknown", text=name)
        return events[0]


def _judge_event(check: ImportCheck, draft: Draft, events: _Events) -> None:
    try:
        event = events.named(draft.values["event"])
        if check.importing.event_id not in (None, event.pk):
            raise Wrong("event-of-another-import", text=draft.values["event"])
        others = [_partner(check, text) for text in _partners(draft.values)]
    except Wrong as wrong:
        column = "event" if wrong.code.startswith("event") else "partners"
        draft.wrong(column, wrong.code, **wrong.facts)
        return
    unit = format_named(event.format).unit
    if len(others) + 1 != unit.size:
        draft.wrong("partners", "team-of-another-size", size=unit.size, count=len(others) + 1)
    draft.values["others"] = others


def _partners(values: Mapping[str, Any]) -> list[str]:
    return [text for text in _BETWEEN.split(values.get("partners", "")) if text]


def _partner(check: ImportCheck, text: str) -> int:
    """Somebody by member number, or by a name that one person alone has."""
    if re.match(r"(?i)w-?\d", text):
        person = Person.objects.select_related("merged_into").filter(number=number(text, "")).first()
        if person is None:
            raise Wrong("number-unknown", text=text)
        return person.identity.pk
    given, _blank, family = text.rpartition(" ")
    certain, perhaps = check.people.of_name(given, family, "")
    called = [known for known in certain or perhaps if known.given + known.family == folded(text)]
    if len(called) != 1:
        raise Wrong("partner-unclear" if called else "nobody-found", text=text)
    return called[0].pk


def _try_out(check: ImportCheck, draft: Draft, events: _Events) -> None:
    """Enter them as it would be done, in a transaction that is undone."""
    by, event = check.importing.uploaded_by, events.named(draft.values["event"])
    players = [draft.person_id, *draft.values["others"]]

    def refused() -> Refusal | None:
        try:
            with transaction.atomic():
                entry, team = _enter(by, event, players, draft.values, check.at)
        except Refusal as refusal:
            return refusal
        first = entry or next(_entries_of(team))
        draft.values["place"] = first.state
        return None

    refusal = refused()
    if refusal is None:
        return
    if refusal.code == "entered-already":
        draft.outcome = Outcome.SAME
        return
    says = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            says[language] = str(refused() or refusal)
    draft.wrong("", "refused", says=says)


def _enter(
    by: Person, event: Event, players: Sequence[int | None], values: Mapping[str, Any], at: Any
) -> tuple[Entry | None, Team | None]:
    event = locked_event(event)
    known = Person.objects.in_bulk([key for key in players if key])
    people = hold([known[key] for key in players if key])
    unit = format_named(event.format).unit
    if not unit.is_team:
        return enter_held(by=by, event=event, person=people[0], runs=False, at=at), None
    team = enter_team_held(
        by=by,
        event=event,
        name=values.get("team", ""),
        players=dict(zip(unit.letters, people, strict=True)),
        facts={},
        runs=False,
        at=at,
    )
    return None, team


def _entries_of(team: Team | None) -> Iterator[Entry]:
    assert team is not None, "a row enters a player or a team"
    return (member.entry for member in team.members.select_related("entry"))
