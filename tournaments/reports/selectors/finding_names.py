"""What findings call people and teams, by names that a reader knows.

Purpose: the check speaks of record ids, of "team 3" and of "3B"; a page names the person, and the team or its
letter. Whoever a sentence names without being in the game (who signed for a stranger's team) is looked up.
Terms: called (the teams of a checked record, by name, with their players by letter).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.identity.lookup import people_by_number
from sanctioning.identity.names import public_name
from tournaments.formats.kept_check import CalledTeam

MEMBER: Final = re.compile(r"\b[WP]-\d{5,}-\w\b")


def with_strangers(people: Mapping[str, str], messages: Iterable[str]) -> dict[str, str]:
    """The names of people with those of others whom the messages name. One query where there are such."""
    strange = {number for message in messages for number in MEMBER.findall(message)} - set(people)
    if not strange:
        return dict(people)
    strangers = people_by_number(strange)
    return {**people, **{number: public_name(stranger) for number, stranger in strangers.items()}}


def called_in(teams: Iterable[CalledTeam], people: Mapping[str, str]) -> dict[str, str]:
    """The names of people, and of the teams that were checked and of whoever plays for them at a letter."""
    names = dict(people)
    for number, team in enumerate(teams, start=1):
        if not team["name"]:
            continue
        names[f"team {number}"] = team["name"]
        for letter, player in team["players"].items():
            facts = {"letter": letter, "team": team["name"], "player": people.get(player, player)}
            names[f"{number}{letter}"] = _("%(player)s (%(letter)s of %(team)s)") % facts
    return names
