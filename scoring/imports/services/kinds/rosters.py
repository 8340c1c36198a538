"""Past rosters as the documents that they are: listed beside the rosters of this system, never read.

Invariant: a document is kept once, known by what it holds, whatever it is called.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules_engine.card_games import CARD_GAMES, WHOOPIE
from sanctioning.kit.wording.localised import lazily as _
from scoring.imports.columns import ImportColumn, name_of, past_day
from scoring.imports.document_kinds import MOST_DOCUMENTS, PDF, kind_by_name, plain_name
from scoring.imports.models import Import, ImportDocument, ImportRow
from scoring.imports.services.kinds.kind import Draft, ImportCheck, ImportKind, Outcome, Rows, Writing
from scoring.imports.services.kinds.points import CARD_GAME
from scoring.rosters.models import EarlierRoster

LONGEST_TITLE: Final = 120


def file_name(text: str, days: str) -> str:
    return plain_name(text)


class Rosters(ImportKind):
    slug = "rosters"
    label = _("Past rosters")
    help = _(
        "Rosters of earlier years as PDFs. The table says which file is for which day; send the files "
        "with it. Everyone can download them; no data is read from them."
    )
    most_documents = MOST_DOCUMENTS
    columns = (
        ImportColumn(
            name="file",
            label=_("File"),
            aliases=("file name", "document", "Datei", "Dateiname", "Dokument"),
            help=_("The name of a PDF that you send with it."),
            example="roster-1998-05.pdf",
            required=True,
            read=file_name,
        ),
        ImportColumn(
            name="as_of",
            label=_("As of"),
            aliases=("as of", "day", "date", "Stand", "Datum", "Tag"),
            help=_("The day of the roster."),
            example="1998-05-15",
            required=True,
            read=past_day,
        ),
        CARD_GAME,
        ImportColumn(
            name="title",
            label=_("Title"),
            aliases=("name", "Titel"),
            help=_("Empty means the roster of its card game."),
            example="Whoopie Roster, spring 1998",
            read=name_of(LONGEST_TITLE),
        ),
    )

    def judge(self, check: ImportCheck, drafts: Sequence[Draft]) -> None:
        sent = _documents(check.importing)
        hashes = [document.sha256 for document in sent.values()]
        kept = set(EarlierRoster.objects.filter(sha256__in=hashes).values_list("sha256", flat=True))
        for draft in drafts:
            draft.values.setdefault("card_game", WHOOPIE.slug)
            document = sent.get(draft.values["file"])
            if document is None:
                draft.wrong("file", "document-missing", text=draft.values["file"])
            elif kind_by_name(document.file) is not PDF:
                draft.wrong("file", "document-not-pdf", text=document.name)
            elif before := check.line_before(("document", document.sha256), draft.number):
                draft.wrong("file", "twice-in-file", line=before)
            elif document.sha256 in kept:
                draft.outcome = Outcome.SAME

    def write(self, writing: Writing, rows: Sequence[ImportRow]) -> None:
        sent = _documents(writing.importing)
        EarlierRoster.objects.bulk_create(_roster(row, sent[row.values["file"]]) for row in rows)

    def take_back(self, writing: Writing, rows: Rows, why: str) -> None:
        EarlierRoster.objects.filter(brought_forward__in=rows).delete()

    def content_of(self, importing: Import, values: Mapping[str, Any]) -> str:
        document = importing.documents.filter(name=values.get("file", "")).first()
        return super().content_of(importing, {**values, "sha256": document.sha256 if document else ""})


def _documents(importing: Import) -> Mapping[str, ImportDocument]:
    return {document.name: document for document in importing.documents.all()}


def _roster(row: ImportRow, document: ImportDocument) -> EarlierRoster:
    card_game = row.values["card_game"]
    return EarlierRoster(
        card_game=card_game,
        as_of=dt.date.fromisoformat(row.values["as_of"]),
        title=row.values.get("title") or f"{CARD_GAMES[card_game].name} Roster",
        file_name=document.name,
        file=document.file,
        sha256=document.sha256,
        brought_forward=row,
    )
