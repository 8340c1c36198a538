"""What is typed of a team: its name, a number for each letter, and what the format asks besides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from sanctioning.identity.lookup import person_numbered
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.teams.selectors.teams import fields_of_team

PLAYER: Final = "player-"
LONGEST_NAME: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedTeam:
    """`unknown` are the letters at whose number nobody was found."""

    name: str
    players: Mapping[str, Person]
    unknown: tuple[str, ...]
    facts: Mapping[str, Any]


def read_team(event: Event, typed: Mapping[str, str]) -> TypedTeam:
    letters = format_named(event.format).unit.letters
    people = {letter: person_numbered(number=typed.get(f"{PLAYER}{letter}", "")) for letter in letters}
    return TypedTeam(
        name=typed.get("name", "")[:LONGEST_NAME],
        players={letter: who for letter, who in people.items() if who is not None},
        unknown=tuple(letter for letter, who in people.items() if who is None),
        facts={field.name: typed.get(field.name, "") for field in fields_of_team(event)},
    )


def team_fields(event: Event, typed: Mapping[str, str], unknown: tuple[str, ...] = ()) -> dict[str, object]:
    """The fields as a page shows them, with what was typed: numbers by letter, and what the format asks."""
    wrong = _("Nobody has this number: compare it with the player's page.")
    return {
        "typed": typed,
        "wrong_fields": [
            (f"{PLAYER}{letter}", _("Player %(letter)s") % {"letter": letter}, wrong) for letter in unknown
        ],
        "numbers": [
            (letter, typed.get(f"{PLAYER}{letter}", ""), wrong if letter in unknown else "")
            for letter in format_named(event.format).unit.letters
        ],
        "asked": [(field, typed.get(field.name, "")) for field in fields_of_team(event)],
    }
