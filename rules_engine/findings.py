"""What a check found, as data, so that a page, a paper, a letter and a program can each show it well."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from rules_engine.reading import Malformed
from rules_engine.sentences import Said, says

Place = Mapping[str, int | str | None]
"""Where something is, by the names of a game's places; each counts from 1, null where it does not apply."""


class Spot(Protocol):
    """A named tuple of the places of a game: where something is, None for what does not apply."""

    def _asdict(self) -> dict[str, int | str | None]: ...


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


def finding_at(
    code: str, rule: str, message: Said, spot: Spot, severity: Severity = Severity.ERROR
) -> Finding:
    """A finding in a game that has other places than stanza, trick and player."""
    return Finding(code, rule, message, severity=severity, place=spot._asdict())


def warning_at(code: str, rule: str, message: Said, spot: Spot) -> Finding:
    """A finding that only asks for a look."""
    return finding_at(code, rule, message, spot, Severity.WARNING)


def unreadable_record(error: Malformed, nowhere: Spot | None = None) -> tuple[Finding]:
    """The one finding on what cannot be read as a record; `nowhere` has the places of the game, all empty."""
    place = None if nowhere is None else nowhere._asdict()
    message = says(error.message)
    return (Finding("record-malformed", "record", message, pointer=error.pointer, place=place),)


def unreported(*parts: tuple[bool, str]) -> list[str]:
    """The sentences of the parts of a record that are missing."""
    return [sentence for is_missing, sentence in parts if is_missing]


@dataclass(frozen=True, kw_only=True)
class RecordCheck:
    """What the check of one record gives; each game adds what its record came to.

    `id` is None for what is no record, `not_checked` says what was not reported, a sentence for each thing.
    """

    id: str | None
    findings: tuple[Finding, ...]
    not_checked: tuple[str, ...] = ()
    format: str
    """The name of the check's document and its version."""

    @property
    def ok(self) -> bool:
        """Whether no error was found."""
        return not any(finding.severity is Severity.ERROR for finding in self.findings)

    def as_document(self) -> dict[str, object]:
        """The check as JSON."""
        return {
            "format": self.format,
            "id": self.id,
            "ok": self.ok,
            "findings": [finding.as_document() for finding in self.findings],
            **self.results(),
            "not_checked": list(self.not_checked),
        }

    def results(self) -> dict[str, object]:
        """What the record came to, by the names that its document has for it."""
        raise NotImplementedError
