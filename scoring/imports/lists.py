"""The lists of imports, and of the rows of one."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.lists.pages import Column, Empty, ListTable, link
from sanctioning.kit.wording.localised import whole
from sanctioning.templatetags.saas import badge
from scoring.imports.selectors import ImportLine, RowLine

IMPORTS: Final = ListTable[ImportLine](
    name="imports",
    label=_("Imports"),
    columns=(
        Column(
            label=_("Import"),
            value=lambda line: line.number,
            show=lambda line: link(reverse("import", args=[line.number]), f"{line.number}: {line.file}"),
            sort="number",
        ),
        Column(label=_("Kind"), value=lambda line: line.kind_words, bare=True),
        Column(
            label=_("State"),
            value=lambda line: line.state_words,
            show=lambda line: badge(line.state, line.state_words),
            bare=True,
        ),
        Column(label=_("Source"), value=lambda line: line.source),
        Column(label=_("Uploaded"), value=lambda line: line.uploaded_at, sort="uploaded"),
        Column(label=_("By"), value=lambda line: line.uploaded_by),
        Column(label=_("Written"), value=lambda line: line.written_at, sort="written"),
    ),
    count=lambda count: ngettext("%(count)s import", "%(count)s imports", count) % {"count": whole(count)},
    empty=Empty(
        what=_("No imports yet"),
        next=_("Download a template, fill it in and upload it. Nothing is written until you say so."),
    ),
)
ROWS: Final = ListTable[RowLine](
    name="rows",
    label=_("Rows of the file"),
    columns=(
        Column(label=_("Row"), value=lambda line: line.number, sort="row"),
        Column(
            label=_("Outcome"),
            value=lambda line: line.outcome_words,
            show=lambda line: badge(line.outcome, line.outcome_words),
            bare=True,
        ),
        Column(label=_("Value"), value=lambda line: line.text, wide=True),
        Column(
            label=_("What will happen"),
            value=lambda line: line.why or line.choice or line.person or line.club,
            template="scoring/imports/cells/outcome.html",
            wide=True,
        ),
    ),
    count=lambda count: ngettext("%(count)s row", "%(count)s rows", count) % {"count": whole(count)},
    empty=Empty(what=_("No rows yet"), next=_("Have the file checked.")),
)
