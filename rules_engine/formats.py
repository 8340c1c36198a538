"""The record formats that the check knows. A further game registers here and nowhere else."""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from rules_engine.findings import Finding
from rules_engine.reading import Malformed
from rules_engine.whoopie.check import check_record as check_whoopie
from rules_engine.whoopie.reader import record_of as read_whoopie


class CheckResult(Protocol):
    """What every format's check gives: whether it is `ok`, its findings, and its document."""

    @property
    def ok(self) -> bool: ...

    @property
    def findings(self) -> tuple[Finding, ...]: ...

    def as_document(self) -> dict[str, object]: ...


def _whoopie(document: object) -> CheckResult:
    return check_whoopie(read_whoopie(document))


CHECKS: Final[Mapping[str, Callable[[object], CheckResult]]] = {"whoopie-game/1": _whoopie}


def check_document(document: object) -> CheckResult:
    """Check a parsed record by the format that it names.

    Raises:
        Malformed: it is no record of a known format, or not a readable one.
    """
    if not isinstance(document, dict):
        raise Malformed("", "an object is expected")
    name = document.get("format")
    if not isinstance(name, str) or name not in CHECKS:
        raise Malformed("/format", f"one of {', '.join(CHECKS)} is expected")
    return CHECKS[name](document)
