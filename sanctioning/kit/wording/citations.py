"""Places in the rules as a reader looks them up, in the reader's language.

Purpose: services and the engine cite a place as "II/Revokes" or "IV, reading 71", and that is what is kept;
pages say it in words.
Terms: reading (how a text that can be read in two ways is taken; docs/rules.md).
"""

from __future__ import annotations

import re
from typing import Final

from django.utils.translation import gettext as _

from sanctioning.kit.wording.localised import lazily_as

NAMED: Final[dict[str, str]] = {
    "Deck": lazily_as("section", "Deck"),
    "Players": lazily_as("section", "Players"),
    "Scorekeeper and First Dealer": lazily_as("section", "Scorekeeper and First Dealer"),
    "First Dealer and subsequent deals": lazily_as("section", "First Dealer and subsequent deals"),
    "Stanza": lazily_as("section", "Stanza"),
    "Trumps and Whoopie cards": lazily_as("section", "Trumps and Whoopie cards"),
    "Bidding": lazily_as("section", "Bidding"),
    "Play": lazily_as("section", "Play"),
    "Jokers": lazily_as("section", "Jokers"),
    "Scoring": lazily_as("section", "Scoring"),
    "Re-entering players": lazily_as("section", "Re-entering players"),
    "Adding new players": lazily_as("section", "Adding new players"),
    "Splitting a game": lazily_as("section", "Splitting a game"),
    "Extrapolation": lazily_as("section", "Extrapolation"),
    "Changing bids": lazily_as("section", "Changing bids"),
    "Bids out of turn": lazily_as("section", "Bids out of turn"),
    "Cards played out of turn": lazily_as("section", "Cards played out of turn"),
    "Revokes": lazily_as("section", "Revokes"),
    "Penalty Cards": lazily_as("section", "Penalty Cards"),
    "Played Cards": lazily_as("section", "Played Cards"),
    "Incorrect number of cards": lazily_as("section", "Incorrect number of cards"),
    "Improperly exposed cards": lazily_as("section", "Improperly exposed cards"),
    "Misdeals": lazily_as("section", "Misdeals"),
    "Penalties": lazily_as("section", "Penalties"),
    "Chaotic Action": lazily_as("section", "Chaotic Action"),
    "Improper Information": lazily_as("section", "Improper Information"),
    "Intentional Revoke": lazily_as("section", "Intentional Revoke"),
}
# A row of the rule tables, which is cited as "M-22/9g".
ROW: Final = re.compile(r"[A-Z]-[0-9]+")
AFTER: Final = re.compile("[,:]")
READING: Final = re.compile(r"\b([Rr])eading (\d+)\b")


def in_words(citation: str) -> str:
    """ "Section I, Scoring" of "I/Scoring"; of a row of the rule tables, "M-22/9g", "9g (M-22)"."""
    number, slash, name = citation.partition("/")
    if slash and ROW.fullmatch(number):
        return f"{name} ({number})"
    if slash:
        citation = _("Section %(section)s, %(name)s") % {"section": number, "name": _spoken(name)}
    return READING.sub(_reading, citation)


def _spoken(name: str) -> str:
    title = AFTER.split(name, maxsplit=1)[0]
    return f"{NAMED.get(title, title)}{name[len(title) :]}"


def _reading(match: re.Match[str]) -> str:
    number = {"number": match[2]}
    return (_("Reading %(number)s") if match[1] == "R" else _("reading %(number)s")) % number
