"""What each file of an archive holds, column by column: `python -m deploy.archive` writes it into the page.

The page goes into every archive, so that whoever opens one can read it without this software.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from scoring.archive.tables import LEFT_OUT, WITHHELD, ArchiveColumn, ArchiveTable, tables

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
    "tournaments.enteredlist_entries": "The entries that were made with a list.",
    "tournaments.ruling_concerned": "The players whom a ruling concerns.",
    "tournaments.vote_bars": "The bars that a vote brought about.",
}
"""Tables whose models are a library's, or made by Django between two of ours."""
HEADS: Final = ("| column | holds | as |", "| --- | --- | --- |")
NUMBERS: Final = "whole number"
TEXT: Final = "text"


def page() -> str:
    """docs/archive.md with the tables as they are now."""
    before, _begin, _rest = DESCRIPTION.read_text().partition(BEGIN)
    return "\n".join([before + BEGIN, *_every_table(), ""])


def _every_table() -> Iterator[str]:
    for table in tables():
        yield from (
            f"### `{table.file}`",
            "",
            what(table),
            "",
            "| column | holds | as |",
            "| --- | --- | --- |",
        )
        yield from (f"| `{column.name}` | {_cell(table, column)} |" for column in table.columns)
        yield ""
    yield from ("## What is left out", "", "| table | why |", "| --- | --- |")
    yield from (f"| `{name}` | {why} |" for name, why in sorted(LEFT_OUT.items()))
    readers = "; for readers (`--without-passwords`) no row is in the archive"
    yield from (f"| `{name}` | {secrets}{readers} |" for name, secrets in sorted(WITHHELD.items()))


def what(table: ArchiveTable) -> str:
    """The first paragraph that its model says of it; empty where it says nothing."""
    model = table.model
    docstring = model.__doc__ or ""
    by_django = docstring.startswith(f"{model.__name__}(")
    return NOT_OURS.get(table.name, "") if by_django else " ".join(docstring.partition("\n\n")[0].split())


def _cell(table: ArchiveTable, column: ArchiveColumn) -> str:
    kept_as = [_kind(column)]
    if column.refers_to is not None:
        kept_as.append(f"refers to `{column.refers_to.file}`")
    if column.field.null:
        kept_as.append("or null")
    if choices := getattr(column.field, "choices", None):
        kept_as.append("one of " + ", ".join(f"`{value}`" for value, _label in choices if value))
    cells = (holds(table, column), "; ".join(kept_as))
    return " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells)


def holds(table: ArchiveTable, column: ArchiveColumn) -> str:
    """What the model says of it, or the list of words, or what its name says.

    Raises:
        KeyError: nobody has said it.
    """
    field, column_words = column.field, _column_words()
    own = column_words.get(f"{table.model._meta.label}.{field.attname}")
    if words := own or str(field.help_text) or column_words.get(field.attname):
        return words
    if field.primary_key:
        return "The key."
    name = field.name.replace("_", " ")
    if name.endswith(" by"):
        return f"By whom it was {name.removesuffix(' by')}."
    if name.endswith(" at"):
        return f"When it was {name.removesuffix(' at')}."
    if name.endswith(" on"):
        return f"The day on which it was {name.removesuffix(' on')}."
    if column.refers_to is not None:
        return f"The {name}."
    raise KeyError(f"{table.name}.{field.attname}: say in column_words.toml what it holds")


@cache
def _column_words() -> dict[str, str]:
    return tomllib.loads(Path(__file__).with_name("column_words.toml").read_text())


def _kind(column: ArchiveColumn) -> str:
    if column.is_money:
        return "money, in hundredths of the currency"
    if column.type in KINDS:
        return KINDS[column.type]
    return NUMBERS if column.type.endswith(("IntegerField", "AutoField")) else TEXT
