"""What the findings of an event under way call people and teams."""

from __future__ import annotations

from sanctioning.identity.names import public_name, shown, telling_apart
from sanctioning.kit.wording.sentences import RULED
from tournaments.formats.kept_check import KeptFinding, no_stanzas
from tournaments.reports.selectors.finding_names import called_in, with_strangers
from tournaments.slips.event_folders import EventFolder


class WordedFinding(KeptFinding):
    """A finding with the words of its code."""

    words: str


def names_in(folder: EventFolder) -> dict[str, str]:
    """Two queries where there are any, one for
    the check."""
    check = folder.check or no_stanzas()
    if not check["findings"]:
        return {}
    held = folder.game.players.select_related("person", *shown("person"))
    named = telling_apart(public_name, (row.person for row in held))
    people = {row.record_id: named(row.person) for row in held}
    names = called_in(
        check.get("called", ()), with_strangers(people, (finding["message"] for finding in check["findings"]))
    )
    return names | {f"{RULED} {number}": team.name for number, team in folder.head.teams.items()}
