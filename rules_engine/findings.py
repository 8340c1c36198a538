"""What a check found, as data, so that a page, a paper, a letter and a program can each show it well."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules_engine.reading import Malformed
from rules_engine.sentences import Said, says

Place = Mapping[str, int | str | None]
"""Where something is, by the names of a game's places; each counts from 1, null where it does not apply."""


class Severity(StrEnum):
    """An error must be corrected or settled by the Acting Executor; a warning only asks for a look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: its code, where it is (stanza and trick count from 1), whose, by which rule, and a sentence.

    `pointer` is a JSON pointer into what was sent, for what could not be read as a record. Where a game has
    other places than stanza, trick and player, `place` holds them all by their names, null where they do not
    apply, and the three stay empty.
    """

    code: str
    rule: str
    message: Said
    stanza: int | None = None
    trick: int | None = None
    player: str | None = None
    severity: Severity = Severity.ERROR
    pointer: str | None = None
    place: Place | None = None

    def as_document(self) -> dict[str, object]:
        """The finding as a JSON object; `pointer` only where there is one."""
        place = self.place
        if place is None:
            place = {"stanza": self.stanza, "trick": self.trick, "player": self.player}
        document: dict[str, object] = {
            "code": self.code,
            "severity": str(self.severity),
            **place,
            "rule": self.rule,
            "message": self.message,
        }
        if self.pointer is not None:
            document["pointer"] = self.pointer
        return document


def found_at(
    place: Place, code: str, rule: str, message: Said, severity: Severity = Severity.ERROR
) -> Finding:
    """A finding at a place of a game that has other places than stanza, trick and player."""
    return Finding(code, rule, message, None, None, None, severity, None, place)


def unreadable_record(error: Malformed, place: Place | None = None) -> Finding:
    """The one finding on what cannot be read as a record; `place` is empty, in the words of the game."""
    return Finding("record-malformed", "record", says(error.message), pointer=error.pointer, place=place)
