"""The list of appeals."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.lists.pages import Column, Empty, ListTable
from sanctioning.kit.wording.localised import whole
from tournaments.justice.appeals.selectors.appeals import AppealLine

APPEALS: Final = ListTable[AppealLine](
    name="appeals",
    label=_("Appeals"),
    columns=(
        Column(
            label=_("Appeal"),
            value=lambda line: f"{line.label}, {line.event_name}, {line.game_label}",
            template="tournaments/justice/appeals/cells/appeal.html",
            sort="number",
        ),
        Column(label=_("Of"), value=lambda line: line.about),
        Column(
            label=_("State"),
            value=lambda line: line.state_words,
            template="tournaments/justice/appeals/cells/appeal_state.html",
        ),
        Column(label=_("Before"), value=lambda line: line.judge or line.office),
        Column(label=_("Until"), value=lambda line: line.until, bare=False),
    ),
    count=lambda n: ngettext("%(count)s appeal", "%(count)s appeals", n) % {"count": whole(n)},
    empty=Empty(
        what=_("No appeals"),
        next=_("A player appeals a ruling from its page, within the time set in the Articles."),
    ),
)
