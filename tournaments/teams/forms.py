"""What is typed of a team: its name, a number for each letter, and what the format asks besides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from sanctioning.people.models.person import Person
from sanctioning.people_search.meant import Meant, meant
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named
from tournaments.teams.selectors.teams import fields_of_team

PLAYER: Final = "player-"
BY_LINK: Final = "link-"
LONGEST_NAME: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedTeam:
    """`unclear` is by field what does not say for certain who plays; `by_link` are the letters to which a
    link leads, with the address that was typed in place of a name, or "" for a link to pass on."""

    name: str
    players: Mapping[str, Person]
    unclear: Mapping[str, Meant]
    facts: Mapping[str, Any]
    by_link: Mapping[str, str]


def read_team(event: Event, typed: Mapping[str, str], *, by: Person) -> TypedTeam:
    letters = format_named(event.format).unit.letters
    texts = {letter: typed.get(f"{PLAYER}{letter}", "").strip() for letter in letters}
    by_link = {letter: email for letter, email in texts.items() if is_address(email)} | {
        letter: "" for letter, text in texts.items() if not text and typed.get(f"{BY_LINK}{letter}")
    }
    answers = {letter: meant(asker=by, text=text) for letter, text in texts.items() if letter not in by_link}
    return TypedTeam(
        name=typed.get("name", "")[:LONGEST_NAME],
        players={letter: who.person for letter, who in answers.items() if who.person is not None},
        unclear={f"{PLAYER}{letter}": who for letter, who in answers.items() if who.person is None},
        facts={field.name: typed.get(field.name, "") for field in fields_of_team(event)},
        by_link=by_link,
    )


def is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def team_fields(
    event: Event, typed: Mapping[str, str], unclear: Mapping[str, Meant] | None = None
) -> dict[str, object]:
    """The fields as a page shows them, with what was typed: players by letter, and what the format asks."""
    letters = format_named(event.format).unit.letters
    return {
        "typed": typed,
        "unclear": unclear or {},
        "wrong_fields": [
            (name, _("Player %(letter)s") % {"letter": name.removeprefix(PLAYER)}, answer.wrong)
            for name, answer in (unclear or {}).items()
        ],
        "players": [
            (letter, typed.get(f"{PLAYER}{letter}", ""), typed.get(f"{BY_LINK}{letter}", ""))
            for letter in letters
        ],
        "asked": [(field, typed.get(field.name, "")) for field in fields_of_team(event)],
    }
