"""Who may enter an event: conditions as data, each a small predicate.

Purpose: a restricted event says to whom it is open, and the system checks it (section IV, reading 64).
Invariants: all conditions of an event must be met; no director overrides one, who rules there says what it
means for somebody (`tournaments.entries.services.rulings`). The event's requirements in words
are no condition: the director ticks them as met.
Terms: condition ({"kind": …} and what the kind needs), kind
(`tournaments.formats.entry_condition_kinds`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Final, TypedDict

from django.utils.translation import gettext as _

from sanctioning.clubs.models import Club
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.api.serializers import with_others
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person, PrivateData
from tournaments.events.models.event import Event
from tournaments.formats.entry_condition_kinds import ENTRY_CONDITIONS, Body, ConditionKind, Unmet
from tournaments.series.models import Qualifier, Series

OLDEST: Final = 120


@with_others
class EntryCondition(TypedDict):
    """Besides its kind it has what that needs: `clubs` (their addresses), `people` (member numbers),
    `at_least` and `at_most` (years, or degrees), `series` with `part`, or `level`."""

    kind: str


def kinds_for(format_slug: str) -> Mapping[str, ConditionKind]:
    """The kinds that events of this format alone offer."""
    return {slug: kind for slug, kind in ENTRY_CONDITIONS.items() if kind.format == format_slug}


def read_conditions(conditions: Iterable[Body]) -> list[dict[str, object]]:
    """The conditions as they are kept; refuses one that cannot be checked."""
    read = []
    for number, body in enumerate(conditions):
        kind = ENTRY_CONDITIONS.get(str(body.get("kind", "")))
        if kind is None:
            raise _unreadable(number, _("There is no condition “%(kind)s”") % {"kind": body.get("kind", "")})
        try:
            read.append({"kind": body["kind"], **kind.read(body)})
        except KeyError as lacking:
            wrong = _("The condition “%(kind)s” needs “%(member)s”")
            facts = {"kind": body["kind"], "member": lacking.args[0]}
            raise _unreadable(number, wrong % facts) from None
        except TypeError:
            wrong = _("What the condition “%(kind)s” says is of another kind than it needs")
            raise _unreadable(number, wrong % {"kind": body["kind"]}) from None
        except ValueError as unfit:
            raise _unreadable(number, str(unfit)) from None
    return read


def in_words(event: Event) -> tuple[str, ...]:
    """Each condition as a sentence for the page of the event."""
    return tuple(ENTRY_CONDITIONS[body["kind"]].words(body) for body in event.entry_conditions)


def require_conditions(event: Event, person: Person, day: dt.date) -> None:
    """Refuse whom a condition keeps out, saying which and what to do."""
    for body in event.entry_conditions:
        kind = ENTRY_CONDITIONS[body["kind"]]
        unmet = kind.unmet(event, person, body, day)
        if unmet is not None:
            raise Refusal(
                code="condition-unmet",
                sentence=unmet.sentence,
                rule=_("IV, condition of %(event)s: %(words)s")
                % {"event": event.name, "words": kind.words(body)},
                remedy=unmet.remedy,
                facts={"condition": dict(body)},
            )


def says_to_whom(event: Event) -> bool:
    """False for a restricted event that does not say to whom it is open; nobody enters it then."""
    restricted = event.sanction is not None and event.sanction.level.restricted
    return not restricted or bool(event.entry_conditions) or bool(event.entry_requirements.strip())


def require_stated(event: Event) -> None:
    """Refuse entries to a restricted event that does not say to whom it is restricted."""
    if not says_to_whom(event):
        raise Refusal(
            code="condition-missing",
            sentence=_("%(event)s is restricted and does not say who it is open to.") % {"event": event.name},
            rule=_("IV, reading 64: a restricted event has an entry condition that is checked."),
            remedy=_("Let the director say who may enter, on the event's working page."),
        )


def _clubs(body: Body) -> dict[str, object]:
    slugs = _texts(body, "clubs")
    missing = set(slugs) - set(Club.objects.filter(slug__in=slugs).values_list("slug", flat=True))
    if missing:
        raise ValueError(_("There is no club “%(slug)s”") % {"slug": min(missing)})
    return {"clubs": slugs}


def _clubs_in_words(body: Body) -> str:
    names = Club.objects.filter(slug__in=body["clubs"]).order_by("name").values_list("name", flat=True)
    return _("members of %(clubs)s.") % {"clubs": ", ".join(names)}


def _no_member(event: Event, person: Person, body: Body, day: dt.date) -> Unmet | None:
    if person.home_club is not None and person.home_club.slug in body["clubs"]:
        return None
    sentence = (
        _("%(person)s is a member of %(club)s.")
        if person.home_club
        else _("%(person)s is a member of no club.")
    )
    return Unmet(
        sentence=sentence % {"person": person.name, "club": person.home_club},
        remedy=_("Enter another event, or have the registrar correct your home club."),
    )


def _invited(body: Body) -> dict[str, object]:
    numbers = [number.strip().upper() for number in _texts(body, "people")]
    missing = set(numbers) - set(Person.objects.filter(number__in=numbers).values_list("number", flat=True))
    if missing:
        raise ValueError(_("Nobody has the number %(number)s") % {"number": min(missing)})
    return {"people": list(dict.fromkeys(numbers))}


def _not_invited(event: Event, person: Person, body: Body, day: dt.date) -> Unmet | None:
    if rows_of(person).filter(number__in=body["people"]).exists():
        return None
    return Unmet(
        sentence=_("%(person)s was not invited.") % {"person": person.name},
        remedy=_("Ask the director for an invitation."),
    )


def _ages(body: Body) -> dict[str, object]:
    limits = {name: body[name] for name in ("at_least", "at_most") if body.get(name) not in (None, "")}
    if not limits or any(type(age) is not int or not 0 < age <= OLDEST for age in limits.values()):
        raise ValueError(_("Write an age in years, the least, the most or both"))
    return limits


def _ages_in_words(body: Body) -> str:
    return _("%(span)s years old on the first day.") % {"span": span_in_words(body)}


def _wrong_age(event: Event, person: Person, body: Body, day: dt.date) -> Unmet | None:
    born = PrivateData.objects.filter(person=person).values_list("birth_date", flat=True).first()
    if born is None:
        return Unmet(
            sentence=_("The authority does not know the date of birth of %(person)s.")
            % {"person": person.name},
            remedy=_("Have the registrar add the date of birth."),
        )
    first = event.first_day
    years = first.year - born.year - ((first.month, first.day) < (born.month, born.day))
    if body.get("at_least", 0) <= years <= body.get("at_most", OLDEST):
        return None
    return Unmet(
        sentence=_("%(person)s is not the right age.") % {"person": person.name},
        remedy=_("Enter another event."),
    )


def _place_in_series(body: Body) -> dict[str, object]:
    if not Series.objects.filter(slug=body["series"]).exists():
        raise ValueError(_("There is no series “%(slug)s”") % {"slug": body["series"]})
    if body["part"] not in Qualifier.Part.values:
        raise ValueError(_("A series has no places for “%(part)s”") % {"part": body["part"]})
    return {"series": body["series"], "part": body["part"]}


def _place_in_words(body: Body) -> str:
    name = Series.objects.get(slug=body["series"]).name
    return _("who qualified for the %(part)s of %(series)s.") % {
        "part": Qualifier.Part(body["part"]).label,
        "series": name,
    }


def _unqualified(event: Event, person: Person, body: Body, day: dt.date) -> Unmet | None:
    held = Qualifier.objects.filter(
        series__slug=body["series"], part=body["part"], person__in=rows_of(person)
    )
    if held.filter(state=Qualifier.State.QUALIFIED).exists():
        return None
    sentence = (
        _("%(person)s declined the place in the %(part)s.")
        if held.exists()
        else _("%(person)s has no place in the %(part)s.")
    )
    return Unmet(
        sentence=sentence % {"person": person.name, "part": Qualifier.Part(body["part"]).label},
        remedy=_("See the series' page, which names those who qualified."),
    )


def span_in_words(body: Body) -> str:
    """ "at least 12 and at most 17", of whatever the condition counts."""
    if "at_least" in body and "at_most" in body:
        return _("at least %(at_least)s and at most %(at_most)s") % body
    return (_("at least %(at_least)s") if "at_least" in body else _("at most %(at_most)s")) % body


def _texts(body: Body, name: str) -> list[str]:
    texts = body[name]
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise ValueError(_("Name at least one of the %(things)s") % {"things": name})
    return list(texts)


def _unreadable(number: int, wrong: str) -> Refusal:
    return Refusal(
        code="condition-unreadable",
        sentence=f"{wrong}.",
        rule=_("IV, reading 64: an entry condition can be checked."),
        remedy=_("Choose one of: %(names)s.") % {"names": ", ".join(ENTRY_CONDITIONS)},
        status=422,
        facts={"number": number},
    )


CLUBS: Final = ConditionKind(read=_clubs, words=_clubs_in_words, unmet=_no_member)
INVITATION: Final = ConditionKind(read=_invited, words=lambda body: _("by invitation."), unmet=_not_invited)
AGE: Final = ConditionKind(read=_ages, words=_ages_in_words, unmet=_wrong_age)
QUALIFIED: Final = ConditionKind(read=_place_in_series, words=_place_in_words, unmet=_unqualified)
