"""Whose names somebody may read, and how much of each."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from sanctioning.identity.names import born_after, is_minor, public_name
from sanctioning.offices.models.office import CLUB_OFFICES
from sanctioning.offices.permissions import appointments_of, may_see_people
from sanctioning.people.models.person import Person, PrivateData, Publicity


@dataclass(frozen=True, slots=True)
class Audience:
    """`sees_all` for those who keep the records; of `clubs` somebody sees the members; `publicity` are the
    choices of people of age whose names they see; `own` are the records that are themselves."""

    day: dt.date
    sees_all: bool = False
    clubs: frozenset[int] = frozenset()
    publicity: frozenset[str] = frozenset()
    own: frozenset[int] = frozenset()

    @classmethod
    def of(cls, asker: Person | None, day: dt.date) -> Audience:
        """Whoever holds an office sees the names that stand in results; members those in lists."""
        if asker is None:
            return cls(day)
        terms = [term for term in appointments_of(asker) if term.runs_on(day)]
        clubs = {term.club_id for term in terms if term.office in CLUB_OFFICES and term.club_id}
        seen = {Publicity.LISTED, Publicity.RESULTS} if terms else {Publicity.LISTED}
        return cls(day, may_see_people(asker, day), frozenset(clubs), frozenset(map(str, seen)))

    @classmethod
    def of_pages(cls, asker: Person | None, day: dt.date) -> Audience:
        """Those whose own page the asker may open (`may_see_page`)."""
        own = frozenset({asker.identity.pk}) if asker else frozenset()
        return cls(day, may_see_people(asker, day), publicity=frozenset({str(Publicity.LISTED)}), own=own)

    @property
    def condition(self) -> Q:
        kept = Q(merged_into=None, anonymised_at=None)
        if self.sees_all:
            return kept
        minors = PrivateData.objects.filter(birth_date__gt=born_after(self.day), person=OuterRef("pk"))
        public = Q(~Exists(minors), publicity__in=sorted(self.publicity))
        theirs = Q(home_club__in=sorted(self.clubs)) | Q(pk__in=sorted(self.own))
        return kept & (theirs | public)

    def sees(self, person: Person) -> bool:
        """Whether it is somebody of whom the condition holds."""
        if self._knows(person):
            return True
        return person.publicity in self.publicity and not is_minor(person, self.day)

    def name_of(self, person: Person) -> str:
        """The number in place of a name that is not theirs to read."""
        if self._knows(person):
            return person.name
        return public_name(person, self.day) if self.sees(person) else person.number

    def year_of(self, person: Person) -> int | None:
        private = getattr(person, "private", None)
        born = private.birth_date if private is not None and self.sees_all else None
        return born.year if born else None

    def _knows(self, person: Person) -> bool:
        return self.sees_all or person.home_club_id in self.clubs or person.pk in self.own
