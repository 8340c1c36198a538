"""Who may enter an event: conditions as data, each a small predicate.

Purpose: a restricted event says to whom it is open, and the system checks it (section IV, reading 64).
Invariants: all conditions of an event must be met; nobody overrides one. The event's requirements in words
are no condition: the director ticks them as met.
Terms: condition ({"kind": …} and what the kind needs), kind (registered here, or by the floor above that
alone can answer it, such as the degrees of the books).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sanctioning.identity import rows_of
from sanctioning.models import Club, Person, PrivateData
from sanctioning.refusal import Refusal
from tournaments.models import Event, Qualifier, Series

Body = Mapping[str, Any]
OLDEST: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmet:
    sentence: str
    remedy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """`read` gives the body in its one form or raises `ValueError` with what is wrong; `words` says it."""

    read: Callable[[Body], dict[str, Any]]
    words: Callable[[Body], str]
    unmet: Callable[[Event, Person, Body, dt.date], Unmet | None]


KINDS: dict[str, Kind] = {}


def register(slug: str, kind: Kind) -> None:
    KINDS[slug] = kind


def read_conditions(conditions: Iterable[Body]) -> list[dict[str, Any]]:
    """The conditions as they are kept; refuses one that cannot be checked."""
    read = []
    for number, body in enumerate(conditions):
        kind = KINDS.get(str(body.get("kind", "")))
        if kind is None:
            raise _unreadable(number, f"There is no condition “{body.get('kind', '')}”")
        try:
            read.append({"kind": body["kind"], **kind.read(body)})
        except (ValueError, TypeError, KeyError) as wrong:
            raise _unreadable(number, str(wrong)) from None
    return read


def in_words(event: Event) -> tuple[str, ...]:
    """Each condition as a sentence for the page of the event."""
    return tuple(KINDS[body["kind"]].words(body) for body in event.entry_conditions)


def require_conditions(event: Event, person: Person, day: dt.date) -> None:
    """Refuse whom a condition keeps out, saying which and what to do."""
    for body in event.entry_conditions:
        kind = KINDS[body["kind"]]
        unmet = kind.unmet(event, person, body, day)
        if unmet is not None:
            raise Refusal(
                code="condition-unmet",
                sentence=unmet.sentence,
                rule=f"IV, condition of {event.name}: {kind.words(body)}",
                remedy=unmet.remedy,
                facts={"condition": dict(body)},
            )


def require_stated(event: Event) -> None:
    """Refuse entries to a restricted event that does not say to whom it is restricted."""
    restricted = event.sanction is not None and event.sanction.level.restricted
    if restricted and not event.entry_conditions and not event.entry_requirements.strip():
        raise Refusal(
            code="condition-missing",
            sentence=f"{event.name} is restricted and does not say to whom.",
            rule="IV, reading 64: a restricted event has an entry condition that is checked.",
            remedy="Let the director say who may enter, on the event's working page.",
        )


def _clubs(body: Body) -> dict[str, Any]:
    slugs = _texts(body, "clubs")
    missing = set(slugs) - set(Club.objects.filter(slug__in=slugs).values_list("slug", flat=True))
    if missing:
        raise ValueError(f"There is no club “{min(missing)}”")
    return {"clubs": slugs}


def _clubs_in_words(body: Body) -> str:
    names = Club.objects.filter(slug__in=body["clubs"]).order_by("name").values_list("name", flat=True)
    return f"members of {', '.join(names)}."


def _no_member(event: Event, person: Person, body: Body, day: dt.date) -> Unmet | None:
    if person.home_club is not None and person.home_club.slug in body["clubs"]:
        return None
    home = f"of {person.home_club.name}" if person.home_club else "of no club"
    return Unmet(
        sentence=f"{person.name} is a member {home}.",
        remedy="Enter another event, or have the registrar correct the home club.",
    )


def _invited(body: Body) -> dict[str, Any]:
    numbers = [number.strip().upper() for number in _texts(body, "people")]
    missing = set(numbers) - set(Person.objects.filter(number__in=numbers).values_list("number", flat=True))
    if missing:
        raise ValueError(f"Nobody has the number {min(missing)}")
    return {"people": list(dict.fromkeys(numbers))}


def _not_invited(event: Event, person: Person, body: Body, day: dt.date) -> Unmet | None:
    if rows_of(person).filter(number__in=body["people"]).exists():
        return None
    return Unmet(
        sentence=f"{person.name} is not on the list of those invited.",
        remedy="Ask the director for an invitation.",
    )


def _ages(body: Body) -> dict[str, Any]:
    limits = {name: body[name] for name in ("at_least", "at_most") if body.get(name) not in (None, "")}
    if not limits or any(type(age) is not int or not 0 < age <= OLDEST for age in limits.values()):
        raise ValueError("Write an age in years, the least, the most or both")
    return limits


def _ages_in_words(body: Body) -> str:
    return f"{span_in_words(body)} years old on the first day."


def _wrong_age(event: Event, person: Person, body: Body, day: dt.date) -> Unmet | None:
    born = PrivateData.objects.filter(person=person).values_list("birth_date", flat=True).first()
    if born is None:
        return Unmet(
            sentence=f"The authority does not know when {person.name} was born.",
            remedy="Have the registrar add the date of birth.",
        )
    first = event.first_day
    years = first.year - born.year - ((first.month, first.day) < (born.month, born.day))
    if body.get("at_least", 0) <= years <= body.get("at_most", OLDEST):
        return None
    return Unmet(sentence=f"{person.name} is not of that age.", remedy="Enter another event.")


def _place_in_series(body: Body) -> dict[str, Any]:
    if not Series.objects.filter(slug=body["series"]).exists():
        raise ValueError(f"There is no series “{body['series']}”")
    if body["part"] not in Qualifier.Part.values:
        raise ValueError(f"A series has no places for “{body['part']}”")
    return {"series": body["series"], "part": body["part"]}


def _place_in_words(body: Body) -> str:
    name = Series.objects.get(slug=body["series"]).name
    return f"who qualified for the {body['part']} of {name}."


def _unqualified(event: Event, person: Person, body: Body, day: dt.date) -> Unmet | None:
    held = Qualifier.objects.filter(
        series__slug=body["series"], part=body["part"], person__in=rows_of(person)
    )
    if held.filter(state=Qualifier.State.QUALIFIED).exists():
        return None
    lacks = "declined the place" if held.exists() else "has no place"
    return Unmet(
        sentence=f"{person.name} {lacks} in the {body['part']}.",
        remedy="Look at the page of the series, which names those who qualified.",
    )


def span_in_words(body: Body) -> str:
    """ "at least 12 and at most 17", of whatever the condition counts."""
    spans = (("at_least", "at least"), ("at_most", "at most"))
    return " and ".join(f"{words} {body[name]}" for name, words in spans if name in body)


def _texts(body: Body, name: str) -> list[str]:
    given = body[name]
    if not isinstance(given, list) or not given or not all(isinstance(one, str) for one in given):
        raise ValueError(f"Name at least one of the {name}")
    return list(given)


def _unreadable(number: int, wrong: str) -> Refusal:
    return Refusal(
        code="condition-unreadable",
        sentence=f"{wrong}.",
        rule="IV, reading 64: an entry condition can be checked.",
        remedy=f"Choose one of: {', '.join(KINDS)}.",
        status=422,
        facts={"number": number},
    )


register("clubs", Kind(read=_clubs, words=_clubs_in_words, unmet=_no_member))
register(
    "invitation",
    Kind(read=_invited, words=lambda body: "by invitation.", unmet=_not_invited),
)
register("age", Kind(read=_ages, words=_ages_in_words, unmet=_wrong_age))
register(
    "qualified",
    Kind(read=_place_in_series, words=_place_in_words, unmet=_unqualified),
)
