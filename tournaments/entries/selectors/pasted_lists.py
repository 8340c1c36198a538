"""A list as somebody pastes it, read line by line: who is meant, and what is still to be said.

Terms: key (names a line by its words, so that what was chosen for it holds where lines before it change);
choice (a member number, `NEW` or `TURNED` for a record that is to be made, `OUT` to leave the line out);
turned (with the family name before the comma).
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.identity.doubles import Sought, doubles_of_each
from sanctioning.identity.found_by import NUMBER
from sanctioning.identity.likeness import UNLIKE, WrittenName, folded
from sanctioning.identity.lookup import person_numbered
from sanctioning.identity.same_person import identity_id
from sanctioning.kit.clock import day_of
from sanctioning.people.models.person import LONGEST_NAME, Person
from sanctioning.people_search.audience import Audience
from sanctioning.people_search.meant import Meant, meant
from sanctioning.people_search.selectors import FoundPerson, as_seen
from tournaments.admission.admission import kept_from
from tournaments.entries.models.entry import Entry
from tournaments.entries.newcomer import Newcomer
from tournaments.events.models.event import Event

NEW: Final = "new"
TURNED: Final = "new-turned"
OUT: Final = "out"
MOST_LINES: Final = 200
NEAR: Final = 1
"""How unlike a name may be and still be asked about: a letter is wrong, or the parts are exchanged."""
COUNTED: Final = re.compile(r"^\s*(\d{1,3}[.)]|[-*•])\s+")
TITLE: Final = re.compile(r"^(mrs?|ms|miss|dr|prof|herr|frau)\b\.?\s+", re.IGNORECASE)
ASIDE: Final = re.compile(r"<[^>]*>|\([^)]*\)|\S+@\S+|(?<!\S)[+\d][\d /-]{5,}\d")
"""What a mail or a spreadsheet says beside a name, and never belongs to it: addresses, telephones, notes."""
BETWEEN: Final = re.compile(r"\s*[,;\t]\s*")
PARTICLE: Final = re.compile(
    r"(v[ao]n|de[nrls]?|d[iu]|la|le|te[nr]|zu[mr]?|al|el|bin|ibn|saint|st)\b", re.IGNORECASE
)
"""How a family name of several words begins, as in *van der Berg, Max*."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedLine:
    """`chosen` is "" where somebody must choose; `again` where a line before it has the same name,
    `contradicts` where its number and its name are of two people, `alike` where somebody else may be meant
    whose name is hidden or written otherwise; `state` the words for the entry of who is in already; `wrong`
    says what keeps this person out."""

    key: str
    text: str
    chosen: str
    options: tuple[tuple[str, str], ...]
    person: Person | None = None
    newcomers: Mapping[str, Newcomer] = field(default_factory=dict)
    state: str = ""
    wrong: str = ""
    again: bool = False
    contradicts: bool = False
    alike: bool = False

    @property
    def enters(self) -> Person | Newcomer | None:
        """Whom this line enters, if anybody: nobody who is kept out."""
        if self.wrong:
            return None
        if self.chosen in self.newcomers:
            return self.newcomers[self.chosen]
        return self.person if self.chosen not in ("", OUT) and not self.state else None

    @property
    def means_nobody(self) -> bool:
        """Whether it can only be left out: it finds nobody, and no record can be made by it."""
        return len(self.options) == 1

    @property
    def is_open(self) -> bool:
        return not self.chosen or bool(self.wrong)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedList:
    lines: tuple[PastedLine, ...]
    too_long: bool

    @property
    def enters(self) -> tuple[Person | Newcomer, ...]:
        return tuple(line.enters for line in self.lines if line.enters is not None)

    @property
    def open(self) -> tuple[PastedLine, ...]:
        return tuple(line for line in self.lines if line.is_open)

    @property
    def open_lines(self) -> int:
        return len(self.open)


def pasted_list(
    *, event: Event, asker: Person, text: str, choices: Mapping[str, str], at: dt.datetime
) -> PastedList:
    """What a pasted list says. One to four queries a line, and some for all."""
    audience = Audience.of(asker, day_of(at))
    written = [COUNTED.sub("", line).strip() for line in text.splitlines()]
    written = list(filter(None, written))
    clubs = frozenset(name.casefold() for name in Club.objects.values_list("name", flat=True))
    read: list[PastedLine] = []
    names: Counter[str] = Counter()
    for line in written[:MOST_LINES]:
        name = _name_in(line)
        newcomers = _newcomers(name, clubs)
        beside = _beside_the_number(name, clubs)
        called = _alike(newcomers, name)
        contradicted = _contradicted(asker, audience, line, name, beside, choices) if beside else None
        read.append(
            contradicted or _read(asker, audience, line, name, newcomers, choices, before=names[called])
        )
        names[called] += 1
    read = _with_doubles(audience, read, choices)
    people = [line.person for line in read if line.person is not None]
    return PastedList(lines=_with_entries(event, read, people, at), too_long=len(written) > MOST_LINES)


def key_of(line: str, before: int = 0) -> str:
    """Of a line that so many of the same name stand before."""
    said = f"{line}\n{before}" if before else line
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _read(
    asker: Person,
    audience: Audience,
    text: str,
    name: str,
    newcomers: Mapping[str, Newcomer],
    choices: Mapping[str, str],
    *,
    before: int,
) -> PastedLine:
    key = key_of(text, before)
    answer = meant(asker=asker, text=name)
    named = answer.person or _without_the_club(asker, name)
    offered = as_seen(audience, [named]) if named else answer.choices
    person = named if named and _is_certain(named, answer) else None
    newcomers = {} if person else newcomers
    options = [(found.number, _called(found)) for found in offered]
    options += [(choice, _record_for(newcomer)) for choice, newcomer in newcomers.items()]
    options.append((OUT, _("Leave this line out")))
    certain = person.number if person else NEW if newcomers and not offered and not before else ""
    chosen = choices.get(key, certain)
    if chosen not in dict(options):
        chosen = certain
    if chosen != certain:
        person = None if chosen in ("", OUT, *newcomers) else person_numbered(number=chosen)
    return PastedLine(
        key=key,
        text=text,
        chosen=chosen,
        options=tuple(options),
        person=person,
        newcomers=newcomers,
        again=before > 0,
    )


def _beside_the_number(name: str, clubs: Set[str]) -> str:
    """What a line with a member number says besides it, without clubs and notes in small letters."""
    if not NUMBER.search(name):
        return ""
    columns = (" ".join(column.split()) for column in BETWEEN.split(NUMBER.sub(" ", name)))
    kept = [
        column
        for column in columns
        if column and column != column.lower() and not any(column.casefold() in club for club in clubs)
    ]
    return ", ".join(kept)


def _contradicted(
    asker: Person, audience: Audience, text: str, name: str, beside: str, choices: Mapping[str, str]
) -> PastedLine | None:
    """The line, where the name beside its number is seen to be that of somebody else."""
    numbered = meant(asker=asker, text=name).person
    if numbered is None or not audience.sees(numbered) or _is_called(numbered, beside):
        return None
    other = meant(asker=asker, text=beside)
    found = as_seen(audience, [numbered, *([other.person] if other.person else [])])
    newcomers = {} if other.person else _newcomers(beside, frozenset())
    offered = {someone.number: _called(someone) for someone in (*found, *other.choices)}
    options = [*offered.items(), *((choice, _record_for(new)) for choice, new in newcomers.items())]
    options.append((OUT, _("Leave this line out")))
    chosen = choices.get(key_of(text), "")
    chosen = chosen if chosen in dict(options) else ""
    return PastedLine(
        key=key_of(text),
        text=text,
        chosen=chosen,
        options=tuple(options),
        person=None if chosen in ("", OUT, *newcomers) else person_numbered(number=chosen),
        newcomers=newcomers,
        contradicts=True,
    )


def _is_called(person: Person, written: str) -> bool:
    """Whether a name may be that of a person, in whatever order, alone or with something after it."""
    letters, identity = folded(written), person.identity
    first = identity.given_names.partition(" ")[0]
    if letters in {folded(identity.family_name), folded(identity.given_names), folded(first)}:
        return True
    words = {folded(word) for word in written.replace(",", " ").split()}
    if {folded(word) for word in (first, *identity.family_name.split())} <= words:
        return True
    own = WrittenName.of(identity.given_names, identity.family_name)
    return any(
        WrittenName.of(newcomer.given_names, newcomer.family_name).distance(own) < UNLIKE
        for newcomer in _newcomers(written, frozenset()).values()
    )


def _with_doubles(
    audience: Audience, lines: Sequence[PastedLine], choices: Mapping[str, str]
) -> list[PastedLine]:
    """The same; where a record would be made though one of nearly that name is there, somebody chooses."""
    making = [
        line for line in lines if NEW in line.newcomers and line.person is None and not line.contradicts
    ]
    sought = [
        Sought(given_names=line.newcomers[NEW].given_names, family_name=line.newcomers[NEW].family_name)
        for line in making
    ]
    doubles = dict(zip((line.key for line in making), doubles_of_each(sought), strict=True))
    return [_with_double(audience, line, doubles.get(line.key, ()), choices) for line in lines]


def _with_double(
    audience: Audience, line: PastedLine, doubles: Sequence[Person], choices: Mapping[str, str]
) -> PastedLine:
    offered = dict(line.options)
    named = [WrittenName.of(new.given_names, new.family_name) for new in line.newcomers.values()]
    near = [
        double
        for double in doubles
        if double.number not in offered
        and min(name.distance(WrittenName.of(double.given_names, double.family_name)) for name in named)
        <= NEAR
    ]
    if not near:
        return line
    options = tuple((found.number, _hidden(found)) for found in as_seen(audience, near)) + line.options
    chosen = choices.get(line.key, "")
    chosen = chosen if chosen in dict(options) else ""
    person = person_numbered(number=chosen) if chosen in {double.number for double in near} else line.person
    return replace(line, options=options, chosen=chosen, person=person, alike=True)


def _hidden(found: FoundPerson) -> str:
    """Whoever hides the name stays a number here: the name on the list is only like theirs."""
    if found.name == found.number:
        return _("%(number)s, whose name is like this one") % {"number": found.number}
    return _called(found)


def _record_for(newcomer: Newcomer) -> str:
    called = f"{newcomer.given_names} {newcomer.family_name}".strip()
    return _("Create a record for %(name)s") % {"name": called}


def _alike(newcomers: Mapping[str, Newcomer], name: str) -> str:
    """What two lines of one name have in common, however it is written."""
    if NEW in newcomers:
        name = f"{newcomers[NEW].given_names} {newcomers[NEW].family_name}"
    return " ".join(sorted(name.casefold().replace(",", " ").split()))


def _name_in(text: str) -> str:
    """The line without a title before the name, and what stands beside it; a comma between columns."""
    columns = ", ".join(" ".join(column.split()) for column in ASIDE.sub(" ", text).split("\t"))
    return TITLE.sub("", columns).strip(" ,;")


def _is_certain(named: Person, answer: Meant) -> bool:
    """Whether the whole line finds them, and not only the name without the club."""
    return named == answer.person or named.number in {found.number for found in answer.choices}


def _without_the_club(asker: Person, text: str) -> Person | None:
    """Who alone has the name at the beginning of a line, whatever club is said after it."""
    parts = BETWEEN.split(text)
    names = (", ".join(parts[:end]) for end in range(len(parts) - 1, 0, -1))
    return next(filter(None, (meant(asker=asker, text=name).person for name in names)), None)


def _newcomers(text: str, clubs: Set[str]) -> dict[str, Newcomer]:
    """Who a line without figures may name, by the choice: *Ada Ash*, *Ash, Ada*, *van der Berg, Ada*; what
    follows is a club or a place. Where it may be a given name, the name turned round too."""
    family, *rest = BETWEEN.split(text)
    if any(map(str.isdecimal, text)) or not family:
        return {}
    given, _blank, last = family.rpartition(" ")
    straight = Newcomer(given_names=given[:LONGEST_NAME], family_name=last[:LONGEST_NAME])
    if not rest:
        return {NEW: straight}
    turned = Newcomer(given_names=rest[0][:LONGEST_NAME], family_name=family[:LONGEST_NAME])
    if not given or family[:1].islower() or PARTICLE.match(family):
        return {NEW: turned}
    if not rest[0][:1].isupper() or any(rest[0].casefold() in club for club in clubs):
        return {NEW: straight}
    return {NEW: straight, TURNED: turned}


def _called(found: FoundPerson) -> str:
    return ", ".join(dict.fromkeys(filter(None, (found.name, found.number, found.club_name))))


def _with_entries(
    event: Event, lines: list[PastedLine], people: list[Person], at: dt.datetime
) -> tuple[PastedLine, ...]:
    """The same with who is entered, kept out, or on the list twice."""
    entries = event.entries.exclude(state__in=Entry.GONE).select_related("person")
    states = {identity_id(entry.person): entry.get_state_display() for entry in entries}
    refused = kept_from(event, people, at)
    seen: set[int] = set()
    finished = []
    for line in lines:
        state = wrong = ""
        if line.person is not None and line.chosen != OUT:
            who = identity_id(line.person)
            state = _("on the list twice") if who in seen else states.get(who, "")
            wrong = refused[who].sentence if who in refused and not state else ""
            seen.add(who)
        finished.append(replace(line, state=state, wrong=wrong))
    return tuple(finished)
