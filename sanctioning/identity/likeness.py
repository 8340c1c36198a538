"""Whether two written names may be those of one person.

Accents, capitals, hyphens and spaces do not count. Given and family name may be exchanged or stand in one
field; a letter may be wrong, missing, added or exchanged with the next one; the given name may be left out
or differ in all but its initial.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from functools import cache

from rapidfuzz.distance import OSA

SHORTEST_WITH_A_SLIP = 3
SHORTEST_WITH_TWO = 9
BY_INITIAL = 3
UNLIKE = 100
EXCHANGED = 1
LETTERS_OF_NAMES = range(0x2000)
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})


def folded(name: str) -> str:
    """The letters and figures of a name, without accents, capitals, hyphens or spaces."""
    plain = unicodedata.normalize("NFKD", name.casefold()).translate(_PLAIN)
    return "".join(letter for letter in plain if letter.isalnum())


def beginnings(*names: str) -> frozenset[str]:
    """Every letter, small or capital, with or without accent, with which a word of these names may begin."""
    initials = {folded(word)[:1] for name in names for word in name.split()} - {""}
    return frozenset().union(*({initial, initial.upper(), *_letters()[initial]} for initial in initials))


@dataclass(frozen=True, slots=True)
class WrittenName:
    """A name as it is compared: both parts folded."""

    given: str
    family: str

    @classmethod
    def of(cls, given_names: str, family_name: str) -> WrittenName:
        return cls(folded(given_names), folded(family_name))

    def distance(self, other: WrittenName) -> int:
        """How unlike the two are: 0 where nothing but accents differs, `UNLIKE` and more for two people."""
        theirs = other.given + other.family
        return min(
            _apart(self.given, self.family, other),
            EXCHANGED + _apart(self.family, self.given, other),
            EXCHANGED + _slips(self.given + self.family, theirs),
            EXCHANGED + _slips(self.family + self.given, theirs),
        )

    def shares_a_part(self, other: WrittenName) -> bool:
        """The given or the family name is the same but for a slip."""
        return any(
            mine and theirs and _slips(mine, theirs) < UNLIKE
            for mine, theirs in ((self.given, other.given), (self.family, other.family))
        )


def _apart(given: str, family: str, other: WrittenName) -> int:
    slips = _slips(family, other.family)
    if given and other.given:
        of_given = _slips(given, other.given)
        if of_given >= UNLIKE and slips == 0 and given[0] == other.given[0]:
            return BY_INITIAL
        return slips + of_given
    return slips if given == other.given else slips + BY_INITIAL


def _slips(written: str, other: str) -> int:
    """How many letters are wrong, where so few are that both may be one name."""
    shorter = min(len(written), len(other))
    allowed = 0 if shorter < SHORTEST_WITH_A_SLIP else 1 if shorter < SHORTEST_WITH_TWO else 2
    slips = OSA.distance(written, other, score_cutoff=allowed)
    return slips if slips <= allowed else UNLIKE


@cache
def _letters() -> dict[str, frozenset[str]]:
    """By each plain letter, those that are written for it."""
    written: defaultdict[str, set[str]] = defaultdict(set)
    for letter in map(chr, LETTERS_OF_NAMES):
        written[folded(letter)[:1]].add(letter)
    return defaultdict(frozenset, {plain: frozenset(letters) for plain, letters in written.items()})
