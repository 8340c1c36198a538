"""The lists of Letters and of disciplinary cases: their columns, and what is said where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from sanctioning.kit.lists.pages import Column, Empty, ListTable, link
from sanctioning.kit.wording.localised import whole
from sanctioning.templatetags.saas import badge
from tournaments.justice.cases.selectors.cases import CaseLine
from tournaments.justice.cases.selectors.letters import LetterLine

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise as Text

# How the state of a case is said, and the badge that it has.
STATES: Final[dict[str, tuple[str, Text]]] = {
    "to-answer": ("waiting", _("to be answered")),
    "to-decide": ("running", _("to be decided")),
    "overdue": ("overdue", _("decision overdue")),
    "no-judge": ("overdue", _("without a judge")),
    "decided": ("done", _("decided")),
}


def state_badge(state: str) -> str:
    look, words = STATES[state]
    return badge(look, str(words))


LETTERS: Final = ListTable[LetterLine](
    name="letters",
    label=_("Letters"),
    columns=(
        Column(
            label=_("Letter"),
            value=lambda line: line.label,
            show=lambda line: link(reverse("letter", args=[line.id]), line.label),
            sort="number",
        ),
        Column(label=_("Against"), value=lambda line: line.against, sort="against"),
        Column(label=_("Event"), value=lambda line: line.event),
        Column(label=_("Drafted"), value=lambda line: line.drafted_on, sort="drafted"),
        Column(label=_("Signatures"), value=lambda line: line.signed, number=True),
        Column(label=_("Filed"), value=lambda line: line.filed_on, sort="filed"),
    ),
    count=lambda n: ngettext("%(count)s Letter", "%(count)s Letters", n) % {"count": whole(n)},
    empty=Empty(
        what=_("No Letters concern you"),
        next=_(
            "A Letter goes with a bar for which all non-offenders at a table voted, if they asked for one."
        ),
    ),
)

CASES: Final = ListTable[CaseLine](
    name="cases",
    label=_("Disciplinary cases"),
    columns=(
        Column(
            label=_("Case"),
            value=lambda line: line.label,
            show=lambda line: link(reverse("case", args=[line.id]), line.label),
            sort="number",
        ),
        Column(label=_("Against"), value=lambda line: line.against, sort="against"),
        Column(label=_("Judge"), value=lambda line: line.judge, sort="judge"),
        Column(label=_("State"), value=lambda line: line.state, show=lambda line: state_badge(line.state)),
        Column(label=_("Opened"), value=lambda line: line.opened_on, sort="opened"),
        Column(label=_("Answer due"), value=lambda line: line.due, sort="until"),
        Column(label=_("Next hearing"), value=lambda line: line.hearing_on),
        Column(label=_("Decision due"), value=lambda line: line.decide_until),
    ),
    count=lambda n: ngettext("%(count)s case", "%(count)s cases", n) % {"count": whole(n)},
    empty=Empty(
        what=_("No cases concern you"),
        next=_("A case is opened from a filed Letter, or from a decision that an act was not disruptive."),
    ),
)
