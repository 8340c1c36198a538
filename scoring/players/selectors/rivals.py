"""Whom a player met most often at the table, and who came out ahead.

Invariants: only results as they stand now, of one card game; who played in the same team is no rival; a
person of several records is one rival; strangers see only those who let lists name them; one query.
Terms: met (both stand in one result), ahead (the player of the page stands above the rival there).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from sanctioning.identity.lookup import is_listed
from sanctioning.identity.names import public_name
from sanctioning.identity.same_person import identity_of, own_keys
from sanctioning.people.models.person import Person, PrivateData
from scoring.results.models import Standing
from tournaments.teams.models.team import TeamMember

SHOWN: Final = 5
LEAST_MET: Final = 2
NAMED_BY: Final = ("number", "given_names", "family_name", "publicity")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """`ahead`, `tied` and `behind` are the games in which the player of the page was that."""

    name: str
    number: str
    met: int
    ahead: int
    tied: int
    behind: int


def rivals_of(person: Person, card_game: str, *, all_of_them: bool) -> tuple[Rival, ...]:
    """The most met first. `all_of_them` counts those too whom no list names, which is for the player and for
    whoever may see private data. One query."""
    own = own_keys(person)
    met = _met(own, card_game)
    if not all_of_them:
        met = met.filter(is_listed("person"))
    counted = (
        met.values(rival=identity_of("person"), **_names())
        .annotate(
            met=Count("id"),
            ahead=Count("id", filter=Q(place__gt=F("own_place"))),
            tied=Count("id", filter=Q(place=F("own_place"))),
        )
        .filter(met__gte=LEAST_MET)
        .order_by("-met", "-ahead", F("kept_number"))
    )
    return tuple(map(_rival, counted[:SHOWN]))


def _met(own: tuple[int, ...], card_game: str) -> QuerySet[Standing]:
    """The places of others in the results in which the player stands, with the player's own beside each."""
    stood = Standing.objects.filter(person__in=own)
    in_one_team = TeamMember.objects.filter(
        team__event=OuterRef("certification__game__event"),
        entry__person__in=own,
        team__members__entry__person=OuterRef("person"),
    )
    return (
        Standing.objects.filter(
            ~Exists(in_one_team),
            certification__in=stood.values("certification"),
            certification__current=True,
            certification__card_game__in=(card_game, ""),
        )
        .exclude(person__in=own)
        .annotate(
            own_place=Subquery(
                stood.filter(certification=OuterRef("certification")).order_by("place").values("place")[:1]
            )
        )
    )


def _names() -> dict[str, Coalesce]:
    """What a public name is made of, of the record that is kept."""
    names = {
        f"kept_{column}": Coalesce(f"person__merged_into__{column}", f"person__{column}")
        for column in NAMED_BY
    }
    born = Coalesce("person__merged_into__private__birth_date", "person__private__birth_date")
    return {**names, "born": born}


def _rival(row: Mapping[str, Any]) -> Rival:
    person = Person(pk=row["rival"], **{column: row[f"kept_{column}"] for column in NAMED_BY})
    PrivateData(person=person, birth_date=row["born"])  # the name of a minor is shortened by it
    return Rival(
        name=public_name(person),
        number=person.number,
        met=row["met"],
        ahead=row["ahead"],
        tied=row["tied"],
        behind=row["met"] - row["ahead"] - row["tied"],
    )
