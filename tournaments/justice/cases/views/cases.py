"""Disciplinary cases: the list, opening them, and the page of one, where it is answered, heard, decided."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules_engine.justice.bar_reach import TARGET_KINDS
from sanctioning.bars.targets import names_offered
from sanctioning.bars.views import WORDS
from sanctioning.kit.clock import today
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.games.models import Game
from tournaments.justice.appeals.models import AppealStep
from tournaments.justice.appeals.selectors.prosecutors import not_charged_yet
from tournaments.justice.cases.commands import CASE_COMMANDS, accused_numbered, judge_numbered
from tournaments.justice.cases.lists import CASES, state_badge
from tournaments.justice.cases.models import Case, Letter
from tournaments.justice.cases.selectors.cases import case_view, case_with, cases, step_with
from tournaments.justice.cases.selectors.judges import free_judges
from tournaments.justice.cases.selectors.letters import letter_with
from tournaments.justice.cases.services.opening import (
    open_case_of_letter,
    open_case_of_step,
    require_may_open,
)
from tournaments.justice.votes.models import Vote


@require_safe
@signed_in
def all_cases(request: HttpRequest, person: Person) -> HttpResponse:
    """The cases that concern whoever asks; all of them for the Managing Executor and the College."""
    listed = listing(request, cases(asker=person), CASES)
    return list_page(request, "tournaments/justice/cases/cases.html", {"list": listed}, {"section": "mine"})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def open_from_letter(request: HttpRequest, person: Person, letter: int) -> HttpResponse:
    """Open a case from a filed Letter."""
    this_letter = letter_with(letter)
    if this_letter is None:
        raise Http404("There is no such Letter.")
    accused = [this_letter.against.identity]

    def opened() -> Case:
        judge = judge_numbered(request.POST.get("judge", ""))
        return open_case_of_letter(
            by=person, letter=this_letter, charge=request.POST.get("charge", ""), judge=judge
        )

    return _opening(request, person, opened, accused, letter=this_letter)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def open_from_step(request: HttpRequest, person: Person, step: int) -> HttpResponse:
    """Open cases against those who voted aye on an act that was found not disruptive."""
    this_step = step_with(step)
    if this_step is None:
        raise Http404("There is no such decision.")

    def opened() -> Case:
        against = accused_numbered(request.POST.get("against", ""))
        judge = judge_numbered(request.POST.get("judge", ""))
        charge = request.POST.get("charge", "")
        return open_case_of_step(by=person, step=this_step, against=against, charge=charge, judge=judge)

    return _opening(request, person, opened, not_charged_yet(this_step), step=this_step)


@require_safe
@signed_in
def case(request: HttpRequest, person: Person, case: int) -> HttpResponse:
    return _page(request, person, _case(case))


@require_POST
@signed_in
def act(request: HttpRequest, person: Person, case: int, act: str) -> HttpResponse:
    """Answer, state, call to a hearing or call it off, withdraw, assign or decide."""
    this_case = _case(case)
    seen = case_view(case=this_case, asker=person)
    try:
        CASE_COMMANDS.run_typed(request, act, by=person, thing=this_case if seen else None)
    except Refusal as refusal:
        return _page(request, person, _case(case), refusal=refusal, typed_act=act)
    return redirect("cases") if act == "withdraw" else redirect("case", case=case)


def _opening(
    request: HttpRequest,
    person: Person,
    opened: Callable[[], Case],
    accused: list[Person],
    letter: Letter | None = None,
    step: AppealStep | None = None,
) -> HttpResponse:
    """The form that opens a case, and its answer."""
    refusal = None
    try:
        require_may_open(person)
        if request.method == "POST":
            new_case = opened()
            messages.success(
                request, _("%(case)s is opened. The accused and the judge are told.") % {"case": new_case}
            )
            return redirect("case", case=new_case.pk)
    except Refusal as raised:
        if raised.status == 403:
            return render(request, "403.html", {"refusal": raised}, status=403)
        refusal = raised
    game = (letter.vote if letter else _vote_of(step)).violation.game
    context = {
        "letter": letter,
        "step": step,
        "accused": [(person.number, f"{person.name} ({person.number})") for person in accused],
        "charge": request.POST.get("charge", letter.complaint if letter else ""),
        "judges": _judges(game, accused[0]) if accused else [],
        "typed": request.POST,
        "refusal": refusal,
        "section": "mine",
    }
    return render(
        request,
        "tournaments/justice/cases/open_case.html",
        context,
        status=refusal.status if refusal else 200,
    )


def _vote_of(step: AppealStep | None) -> Vote:
    if step is None or step.appeal.vote is None:
        raise Http404("No case goes from this decision.")
    return step.appeal.vote


def _judges(game: Game, against: Person) -> list[tuple[str, str]]:
    """Whoever may be named: the number that is sent, and the words."""
    terms = free_judges(game=game, against=against, day=today())
    return [
        (term.person.identity.number, f"{term.person.identity.name}, {term.get_office_display()}")
        for term in terms
    ]


def _case(case: int) -> Case:
    this_case = case_with(case)
    if this_case is None:
        raise Http404("There is no such case.")
    return this_case


def _page(
    request: HttpRequest, person: Person, case: Case, refusal: Refusal | None = None, typed_act: str = ""
) -> HttpResponse:
    shown = case_view(case=case, asker=person)
    if shown is None:
        raise Http404("There is no such case.")
    context = {
        "case": shown,
        "state": state_badge(shown.state),
        "judges": _judges(case.game, case.against) if shown.may_assign else [],
        "outcomes": [(outcome.value, capfirst(outcome.label)) for outcome in Case.Outcome],
        "kinds": [(kind, WORDS[kind]) for kind in TARGET_KINDS],
        "names": names_offered() if shown.may_decide else [],
        "today": today().isoformat(),
        "refusal": refusal,
        "typed": request.POST,
        "typed_act": typed_act,
        "section": "mine",
    }
    return render(
        request, "tournaments/justice/cases/case.html", context, status=refusal.status if refusal else 200
    )
