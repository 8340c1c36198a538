"""The ledger as a list."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.lists.pages import Column, Empty, ListTable, by_month, link
from sanctioning.kit.wording.localised import whole
from sanctioning.templatetags.saas import player_link, tenths_if_any
from scoring.ledger.selectors.lists import LedgerLine

LEDGER: Final = ListTable[LedgerLine](
    name="ledger",
    label=_("Entries of the ledger"),
    columns=(
        Column(
            label=_("Entry"),
            value=lambda line: line.number,
            show=lambda line: link(reverse("ledger-entry", args=[line.number]), f"{line.number:,}"),
            sort="number",
        ),
        Column(label=_("Day"), value=lambda line: line.day, sort="day", bare=True),
        Column(label=_("Card game"), value=lambda line: line.card_game, bare=True),
        Column(label=_("Account"), value=lambda line: line.book_words, bare=True),
        Column(
            label=_("Player"),
            value=lambda line: line.player,
            show=lambda line: player_link(line.player_number, line.player),
            bare=True,
            leads=True,
        ),
        Column(label=_("Number"), value=lambda line: line.player_number, bare=True),
        Column(label=_("Points"), value=lambda line: line.points, sort="points", number=True, leads=True),
        Column(
            label=_("Of which blue"),
            value=lambda line: line.blue,
            show=lambda line: tenths_if_any(line.blue),
            sort="blue",
            number=True,
            blue=True,
            leads=True,
        ),
        Column(label=_("Reason"), value=lambda line: line.reason),
        Column(
            label=_("Corrects entry"),
            value=lambda line: line.corrects or None,
            show=lambda line: (
                link(reverse("ledger-entry", args=[line.corrects]), str(line.corrects))
                if line.corrects
                else ""
            ),
        ),
    ),
    grouping=by_month(("number", "day"), lambda line: line.day),
    count=lambda count: ngettext("%(count)s entry", "%(count)s entries", count) % {"count": whole(count)},
    empty=Empty(
        what=_("The ledger has no entries yet"),
        next=_("The first entries come with the first certified game."),
    ),
)
