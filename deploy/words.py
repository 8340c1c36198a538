"""The catalogues of the site's words: gathered, brought up to date and compiled, without gettext installed.

Purpose: `make words` gathers every marked text of templates and Python anew and brings each catalogue of
`locale/` up to date; setup and test run compile what is newer than its `.mo`.
Invariants: what is used no more leaves the catalogue; nothing is guessed for a new message; a compiled
catalogue takes its place at once, so that whoever reads meanwhile reads a whole one.
Terms: catalogue (the messages of one language), marked (given to gettext in Python, or to `translate`,
`blocktranslate`, `_("…")` or `one_or_many` in a template).
"""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from deploy.processes import ROOT

LOCALE: Final = ROOT / "locale"
PYTHON: Final = ("rules_engine", "sanctioning", "tournaments", "scoring", "config")
TEMPLATES: Final = ("templates", *(f"{layer}/**/templates" for layer in PYTHON))
"""Of pages, and of papers, which are kept with what prints them."""
KEYWORDS: Final[dict[str, Any]] = {
    **dict.fromkeys(
        ("_", "_lazy", "_noop", "gettext", "gettext_lazy", "gettext_noop", "lazily", "says"), None
    ),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy", "lazily_as"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
COUNTED: Final = re.compile(r'one_or_many:"([^",]+),([^",]+)"')
TRANSLATORS: Final = ("Translators:",)
HEADER: Final = "# The site's words in another language; docs/translating.md says how they are kept.\n#"


def gathered() -> Catalog:
    """Every marked text with the files it stands in."""
    catalogue = Catalog(charset="utf-8", header_comment=HEADER)
    for place, message, comments, context in sorted(_marked(), key=lambda marked: str(marked[:2])):
        catalogue.add(message, locations=[(place, None)], auto_comments=comments, context=context)  # type: ignore[list-item]
    for entry in catalogue:
        entry.locations = list(dict.fromkeys(entry.locations))
    return catalogue


def _marked() -> Iterator[tuple[str, Any, list[str], str | None]]:
    for folder in PYTHON:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield from _messages(path, path.read_text())
    for path in templates():
        text = path.read_text()
        yield from _messages(path, _as_python(text))
        for singular, many in COUNTED.findall(text):
            yield _name(path), (singular, many), [], None


def templates() -> Iterator[Path]:
    """Every page, mail and paper."""
    for pattern in TEMPLATES:
        for folder in sorted(ROOT.glob(pattern)):
            yield from (path for path in sorted(folder.rglob("*.*")) if path.suffix in (".html", ".txt"))


def _messages(path: Path, text: str) -> Iterator[tuple[str, Any, list[str], str | None]]:
    source = io.BytesIO(text.encode())
    for _line, message, comments, context in extract("python", source, KEYWORDS, TRANSLATORS):
        yield _name(path), message, comments, context


def _as_python(template: str) -> str:
    """A template as its calls of gettext, as Django itself reads it, in brackets, where no indent matters."""
    from django.conf import settings
    from django.utils.translation.template import templatize

    if not settings.configured:
        settings.configure()
    return f"({templatize(template)}\n)"


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def catalogues() -> list[Path]:
    return sorted(LOCALE.glob("*/LC_MESSAGES/django.po"))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def bring_up_to_date(path: Path, marked: Catalog) -> Catalog:
    """The catalogue of one language with the messages that are marked today, in the order of the files."""
    catalogue = read(path)
    catalogue.update(marked, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    with path.open("wb") as file:
        write_po(file, catalogue, width=110, sort_by_file=True, include_lineno=False, omit_header=False)
    return catalogue


def without_words(catalogue: Catalog) -> list[Message]:
    """What still lacks a text in the language."""
    return [
        message
        for message in catalogue
        if message.id and (message.fuzzy or not _texts(message) or not all(_texts(message)))
    ]


def _texts(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


class Spoken:
    """A catalogue as it is compiled: a text that has a plural is found also where it is asked for singly.

    Before Python 3.12 `gettext` does not find it, and says it in English.
    """

    def __init__(self, catalogue: Catalog) -> None:
        self.charset = catalogue.charset
        self.messages = list(catalogue)

    def __iter__(self) -> Iterator[Message]:
        for message in self.messages:
            yield message
            texts = _texts(message)
            if message.pluralizable and all(texts):
                yield Message(message.id[0], texts[0], context=message.context)


def compile_catalogues() -> None:
    """Compile each catalogue that is newer than what was compiled of it."""
    for path in catalogues():
        compiled = path.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime >= path.stat().st_mtime:
            continue
        being_made = compiled.with_suffix(f".{os.getpid()}")
        with being_made.open("wb") as file:
            write_mo(file, cast(Catalog, Spoken(read(path))))
        being_made.replace(compiled)


def main(arguments: list[str]) -> int:
    if arguments == ["compile"]:
        compile_catalogues()
        return 0
    marked = gathered()
    left = 0
    for path in catalogues():
        missing = without_words(bring_up_to_date(path, marked))
        left += len(missing)
        print(f"{_name(path)}: {len(marked)} messages, {len(missing)} without words")
        for message in missing:
            print(f"  {message.id if isinstance(message.id, str) else message.id[0]}")
    compile_catalogues()
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
