"""What a check found, as data, so that a page, a paper, a letter and a program can each show it well."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """An error must be corrected or settled by the Acting Executor; a warning only asks for a look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: its code, where it is (stanza and trick count from 1), whose, by which rule, and a sentence.

    `pointer` is a JSON pointer into what was sent, for what could not be read as a record.
    """

    code: str
    rule: str
    message: str
    stanza: int | None = None
    trick: int | None = None
    player: str | None = None
    severity: Severity = Severity.ERROR
    pointer: str | None = None

    def as_document(self) -> dict[str, object]:
        """The finding as a JSON object; `pointer` only where there is one."""
        document: dict[str, object] = {
            "code": self.code,
            "severity": str(self.severity),
            "stanza": self.stanza,
            "trick": self.trick,
            "player": self.player,
            "rule": self.rule,
            "message": self.message,
        }
        if self.pointer is not None:
            document["pointer"] = self.pointer
        return document
