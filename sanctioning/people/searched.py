"""People in the search of the site: whoever has a page that the asker may open."""

from __future__ import annotations

from dataclasses import replace

from django.db.models import QuerySet
from django.urls import reverse

from sanctioning.identity.found_by import NUMBER, written_out
from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.clock import today
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import may_see_page
from sanctioning.people.models.person import Person
from sanctioning.people_search.audience import Audience
from sanctioning.people_search.selectors import SHOWN
from sanctioning.search.kinds_of_rows import kind_of_rows
from sanctioning.search.registry import Hit, Kind, Question


def _people(question: Question) -> QuerySet[Person]:
    return Person.objects.filter(_audience(question).condition)


def _audience(question: Question) -> Audience:
    return Audience.of_pages(question.asker, today())


def _hit(question: Question, person: Person) -> Hit:
    name = _audience(question).name_of(person)
    club = person.home_club.name if person.home_club else ""
    return Hit(
        title=name,
        path=reverse("player", args=[person.number]),
        said=" · ".join(filter(None, (person.number, club))),
    )


_BY_WORDS = kind_of_rows(
    title=_lazy("Players"),
    rows=_people,
    hit=_hit,
    order=("family_name", "given_names", "number"),
    joined=SHOWN,
)


def _find(question: Question) -> list[Hit]:
    """A whole number is that of one person, also where it is an earlier one."""
    number = _number_in(question)
    if not number:
        return _BY_WORDS.find(question)
    person = person_numbered(number=number)
    if person is None or not may_see_page(question.asker, today(), person):
        return []
    return [replace(_hit(question, person), exact=True)]


def _nearest(question: Question) -> list[Hit]:
    return [] if _number_in(question) else _BY_WORDS.nearest(question)


def _number_in(question: Question) -> str:
    whole_number = NUMBER.fullmatch(question.text)
    return written_out(whole_number) if whole_number else ""


PEOPLE = Kind(title=_BY_WORDS.title, find=_find, nearest=_nearest)
