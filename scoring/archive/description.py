"""What each file of an archive holds, column by column: `python -m deploy.archive` writes it into the page.

The page goes into every archive, so that whoever opens one can read it without this software.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from scoring.archive.tables import LEFT_OUT, Column, Table, tables

DESCRIPTION: Final = Path(__file__).resolve().parents[2] / "docs" / "archive.md"
BEGIN: Final = "## Each table\n"
KINDS: Final = {
    "DateTimeField": "moment, in UTC",
    "DateField": "day",
    "DecimalField": "number with its places, as text",
    "BinaryField": "bytes, in base64",
    "UUIDField": "identifier of 128 bits",
    "JSONField": "document",
    "BooleanField": "true or false",
    "FileField": "name of a file in `files/`",
}
NOT_OURS: Final = {
    "account.emailaddress": "An e-mail address of an account, and whether it was confirmed.",
    "mfa.authenticator": "A second factor of an account: the secret of an app, spare codes, or a passkey.",
    "sanctioning.club_officers_to_be": "The persons that a club which is not yet approved named as officers.",
    "tournaments.ruling_concerned": "The players whom a ruling concerns.",
    "tournaments.vote_bars": "The bars that a vote brought about.",
}
"""Tables whose models are a library's, or made by Django between two of ours."""
NUMBERS: Final = "whole number"
TEXT: Final = "text"


def page() -> str:
    """docs/archive.md with the tables as they are now."""
    before, _begin, _rest = DESCRIPTION.read_text().partition(BEGIN)
    return "\n".join([before + BEGIN, *_every_table(), ""])


def _every_table() -> Iterator[str]:
    for table in tables():
        yield from (f"### `{table.file}`", "", what(table), "", "| column | holds |", "| --- | --- |")
        yield from (f"| `{column.name}` | {_holds(column)} |" for column in table.columns)
        yield ""
    yield from ("## What is left out", "", "| table | why |", "| --- | --- |")
    yield from (f"| `{name}` | {why} |" for name, why in sorted(LEFT_OUT.items()))


def what(table: Table) -> str:
    """The first paragraph that its model says of it; empty where it says nothing."""
    model = table.model
    told = model.__doc__ or ""
    by_django = told.startswith(f"{model.__name__}(")
    return NOT_OURS.get(table.name, "") if by_django else " ".join(told.partition("\n\n")[0].split())


def _holds(column: Column) -> str:
    meaning = [_kind(column)]
    if column.field.primary_key:
        meaning.append("the key")
    if column.refers_to is not None:
        meaning.append(f"refers to `{column.refers_to.file}`")
    if column.field.null:
        meaning.append("or null")
    if choices := getattr(column.field, "choices", None):
        meaning.append("one of " + ", ".join(f"`{value}`" for value, _label in choices if value))
    if column.field.help_text:
        meaning.append(str(column.field.help_text))
    return "; ".join(meaning).replace("|", "\\|").replace("\n", " ")


def _kind(column: Column) -> str:
    if column.is_money:
        return "money, in hundredths of the currency"
    if column.type in KINDS:
        return KINDS[column.type]
    return NUMBERS if column.type.endswith(("IntegerField", "AutoField")) else TEXT
