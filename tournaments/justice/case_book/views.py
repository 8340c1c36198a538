"""The case book for everybody, a case of it, guiding marks, and statistics with pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from sanctioning.kit.clock import today
from sanctioning.kit.lists.pages import Column, Empty, ListTable, link, list_page, listing
from sanctioning.kit.pages.asker import asker, signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import whole_number
from sanctioning.kit.wording.localised import whole
from sanctioning.people.models.person import Person
from sanctioning.templatetags.saas import badge, section
from tournaments.justice.appeal_history.verdicts import WORDS
from tournaments.justice.appeals.models import Decision
from tournaments.justice.case_book.commands import GUIDING_COMMANDS
from tournaments.justice.case_book.permissions import may_mark_guiding
from tournaments.justice.case_book.selectors import case as case_numbered
from tournaments.justice.case_book.selectors import case_book as all_cases
from tournaments.justice.case_book.selectors import statistics as statistics_of
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.outcomes import KINDS
from tournaments.justice.rulings.selectors.rulings import PublicRuling, public_ruling

CASES: Final = ListTable[PublicRuling](
    name="cases",
    label=gettext_lazy("Case book"),
    columns=(
        Column(
            label=gettext_lazy("Case"),
            value=lambda line: line.name,
            show=lambda line: link(reverse("public-ruling", args=[line.id]), line.name),
        ),
        Column(
            label=gettext_lazy("Rule"),
            value=lambda line: line.section,
            show=lambda line: section(line.section),
            sort="section",
        ),
        Column(label=gettext_lazy("What happened"), value=lambda line: line.words, wide=True),
        Column(label=gettext_lazy("Consequences"), value=lambda line: " ".join(line.said), wide=True),
        Column(
            label=gettext_lazy("Guiding"),
            value=lambda line: line.guiding_note,
            show=lambda line: _("guiding") if line.guiding else "",
            sort="guiding",
        ),
        Column(
            label=gettext_lazy("On appeal"),
            value=lambda line: str(WORDS.get(line.on_appeal, "")),
            show=lambda line: badge(line.on_appeal) if line.on_appeal else "",
        ),
        Column(
            label=gettext_lazy("Ruled in"),
            value=lambda line: line.month.strftime("%Y-%m"),
            show=lambda line: date_format(line.month, "F Y"),
            sort="at",
        ),
    ),
    count=lambda n: ngettext("%(count)s case", "%(count)s cases", n) % {"count": whole(n)},
    empty=Empty(
        what=gettext_lazy("The case book is empty"),
        next=gettext_lazy("An Acting Executor adds a ruling to it when saving it."),
    ),
)


@require_safe
def case_book(request: HttpRequest) -> HttpResponse:
    """Public rulings: by words, section, irregularity and outcome; as a file."""
    listed = listing(request, all_cases(), CASES)
    return list_page(
        request, "tournaments/justice/case_book/case_book.html", {"list": listed}, {"section": "rules"}
    )


@require_safe
def case(request: HttpRequest, ruling: int) -> HttpResponse:
    return _case(request, ruling)


@require_POST
@signed_in
def case_act(request: HttpRequest, person: Person, ruling: int, act: str) -> HttpResponse:
    """Mark a ruling as guiding, or take the mark away."""
    try:
        GUIDING_COMMANDS.run_typed(request, act, by=person, thing=_found(ruling))
    except Refusal as refusal:
        if refusal.status == 403:
            return render(request, "403.html", {"refusal": refusal}, status=403)
        return _case(request, ruling, refusal)
    return redirect("public-ruling", ruling=ruling)


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """How many rulings of what section came to what, and what became of appeals; of a year, or of all."""
    year = whole_number(request.GET.get("year", ""))
    counts = statistics_of(year)
    decisions = [str(decision.label) for decision in Decision]
    context = {
        "found": counts,
        "kinds": [str(words) for words in KINDS.values()],
        "decisions": decisions,
        "by_section": bars([(section(line.section), line.rulings) for line in counts.rulings]),
        "by_outcome": bars(
            [
                (str(words), sum(line.outcomes[at] for line in counts.rulings))
                for at, words in enumerate(KINDS.values())
            ]
        ),
        "by_decision": bars(
            [
                (words, sum(line.decisions[at] for line in counts.decisions))
                for at, words in enumerate(decisions)
            ]
        ),
        "section": "rules",
    }
    return render(request, "tournaments/justice/case_book/ruling_statistics.html", context)


@dataclass(frozen=True, slots=True)
class ChartBar:
    """`width` is of a hundred, the longest bar having all."""

    label: str
    n: int
    width: str


def bars(counts: Sequence[tuple[str, int]]) -> tuple[ChartBar, ...]:
    """Bars of what occurs at all, in the order given."""
    most = max((n for _label, n in counts), default=0)
    return tuple(ChartBar(label, n, f"{100 * n / most:.1f}") for label, n in counts if n)


def _case(request: HttpRequest, number: int, refusal: Refusal | None = None) -> HttpResponse:
    context = {
        "ruling": public_ruling(_found(number)),
        "marks": may_mark_guiding(asker(request), today()),
        "refusal": refusal,
        "typed": request.POST,
        "section": "rules",
    }
    return render(
        request,
        "tournaments/justice/case_book/public_ruling.html",
        context,
        status=refusal.status if refusal else 200,
    )


def _found(number: int) -> Ruling:
    this_case = case_numbered(number)
    if this_case is None:
        raise Http404(_("There is no such ruling in the case book."))
    return this_case
