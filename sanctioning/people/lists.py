"""The list of records."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.lists.pages import Column, Empty, ListTable, link
from sanctioning.kit.wording.localised import whole
from sanctioning.people.selectors.registry import RecordLine

RECORDS: Final = ListTable[RecordLine](
    name="people",
    below=True,
    label=_("Records"),
    columns=(
        Column(
            label=_("Person"),
            value=lambda line: line.name,
            show=lambda line: link(reverse("record", args=[line.number]), line.name),
            sort="name",
        ),
        Column(label=_("Number"), value=lambda line: line.number, sort="number", bare=True),
        Column(label=_("Club"), value=lambda line: line.club_name, sort="club", bare=True),
        Column(label=_("Born"), value=lambda line: line.birth_date, sort="born"),
        Column(label=_("Signs in"), value=lambda line: line.signs_in),
    ),
    count=lambda count: ngettext("%(count)s record", "%(count)s records", count) % {"count": whole(count)},
    empty=Empty(what=_("Nobody is registered"), next=_("Register the first person with the button above.")),
)
