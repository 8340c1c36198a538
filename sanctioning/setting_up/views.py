"""The few pages of setting up. The code opens the first; the Managing Executor, signed in, the others."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from allauth.account.internal.flows.login import record_authentication
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from sanctioning.accounts.models.account import Account
from sanctioning.authority.forms import AuthorityForm
from sanctioning.kit.clock import today
from sanctioning.kit.installation.selectors import authority_of, installation, is_demo, phones_reach_it
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.law.examples import (
    EXAMPLE_ARTICLES,
    articles_in_words,
    levels_in_words,
    types_in_words,
)
from sanctioning.law.kinds_of_law import CategoryNames, provision_statements
from sanctioning.law.services.examples import adopt_examples, draft_examples, missing_examples
from sanctioning.law.views.amending import for_amenders
from sanctioning.offices.models.office import Office
from sanctioning.people.models.person import Person
from sanctioning.setting_up.example_tables import fee_table, scale_table
from sanctioning.setting_up.hand_overs import hand_overs
from sanctioning.setting_up.selectors import code_is_open, drafted_law, every_step
from sanctioning.setting_up.services import (
    bring_in,
    bring_in_club,
    describe_first,
    found_with_account,
    open_with,
    require_not_founded,
)

OPENED: Final = "set_up_code"
FOLDER: Final = "sanctioning/setting_up"
OF_A_PERSON: Final = ("given_names", "family_name", "email")


@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest) -> HttpResponse:
    """The code; once the authority is founded, what is still missing, for the Managing Executor."""
    if request.user.is_authenticated:
        return overview(request)
    try:
        require_not_founded()
    except Refusal as closed:
        return _closed(request, closed)
    if request.method != "POST":
        if code_is_open(request.session.get(OPENED, "")):
            return redirect("set-up-authority")
        return render(request, f"{FOLDER}/code.html", {"typed": request.GET})
    try:
        request.session[OPENED] = open_with(code=request.POST.get("code", ""))
    except Refusal as refusal:
        context = {"typed": request.POST, "refusal": refusal}
        return render(request, f"{FOLDER}/code.html", context, status=refusal.status)
    return redirect("set-up-authority")


@signed_in
@for_amenders
def overview(request: HttpRequest, person: Person) -> HttpResponse:
    steps = every_step()
    context = {
        "missing": [step for step in steps if not step.done],
        "done": [step for step in steps if step.done],
        "hand_overs": hand_overs(),
        "phones_reach_it": phones_reach_it(),
    }
    return render(request, f"{FOLDER}/overview.html", {**context, "section": "mine"})


@require_http_methods(["GET", "HEAD", "POST"])
def describe(request: HttpRequest) -> HttpResponse:
    """The authority itself, before it has a Managing Executor: whatever follows carries its name."""
    if request.user.is_authenticated:
        return overview(request)
    if leads_elsewhere := _unless_code_is_open(request):
        return leads_elsewhere
    whose = authority_of(installation())
    page, context = f"{FOLDER}/authority.html", {"first": not whose.own_name}
    if request.method != "POST":
        accepted = request.headers.get("Accept-Language", "")
        form = AuthorityForm(authority=whose, accepted=accepted)
        return render(request, page, {**context, "form": form})
    form = AuthorityForm(request.POST, request.FILES, authority=whose)
    if not form.is_valid():
        return render(request, page, {**context, "form": form}, status=422)
    try:
        describe_first(**form.fields_given())
    except Refusal as refusal:
        return render(request, page, {**context, "form": form, "refusal": refusal}, status=refusal.status)
    return redirect("set-up-managing-executor")


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def managing_executor(request: HttpRequest) -> HttpResponse:
    """The first account; its second factor follows at once, on the page that every office uses."""
    if request.user.is_authenticated:
        return overview(request)
    if leads_elsewhere := _unless_code_is_open(request):
        return leads_elsewhere
    if request.method != "POST":
        return render(request, f"{FOLDER}/managing_executor.html", {"typed": {}})
    typed: dict[str, Any] = {name: request.POST.get(name, "").strip() for name in OF_A_PERSON}
    secret: dict[str, Any] = {
        "password": request.POST.get("password", ""),
        "again": request.POST.get("again", ""),
    }
    try:
        person = found_with_account(**typed, **secret)
    except Refusal as refusal:
        context = {"typed": typed, "refusal": refusal}
        return render(request, f"{FOLDER}/managing_executor.html", context, status=refusal.status)
    assert isinstance(person.account, Account)
    login(request, person.account, backend="sanctioning.accounts.backends.AccountBackend")
    record_authentication(request, person.account, method="password", email=person.account.email)
    return redirect(f"{reverse('mfa_activate_totp')}?{urlencode({'next': reverse('set-up-law')})}")


def _unless_code_is_open(request: HttpRequest) -> HttpResponse | None:
    """Where somebody is led who has not shown the code, or comes when the authority is founded."""
    try:
        require_not_founded()
    except Refusal as closed:
        return _closed(request, closed)
    return None if code_is_open(request.session.get(OPENED, "")) else redirect("set-up")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@for_amenders
def law(request: HttpRequest, person: Person) -> HttpResponse:
    """The example law in tables: adopted from a day, or drafted to be edited first."""
    context = _examples()
    if request.method != "POST":
        return render(request, f"{FOLDER}/law.html", {**context, "first_day": today().isoformat()})
    first_day = request.POST.get("first_day", "")
    try:
        if request.POST.get("act") == "edit":
            draft_examples(by=person)
            messages.success(request, _("The examples are drafted. Edit each one, then adopt it."))
            return redirect("law-history")
        adopted = adopt_examples(by=person, first_day=_day(first_day))
    except Refusal as refusal:
        context |= {"first_day": first_day, "refusal": refusal}
        return render(request, f"{FOLDER}/law.html", context, status=refusal.status)
    if adopted:
        messages.success(request, _("The examples are adopted."))
    if drafts := drafted_law():
        titles = ", ".join(draft.title for draft in drafts)
        sentence = _("Not adopted, because you have your own drafts: %(titles)s. Open each one and adopt it.")
        messages.warning(request, sentence % {"titles": titles})
        return redirect("law-history")
    return redirect("set-up-people")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@for_amenders
def people(request: HttpRequest, person: Person) -> HttpResponse:
    """A registrar and Acting Executors, one at a time."""
    offices = [(office.value, office.label) for office in (Office.REGISTRAR, Office.ACTING_EXECUTOR)]
    context: dict[str, Any] = {
        "typed": request.POST,
        "offices": offices,
        "hand_overs": hand_overs(),
        "phones_reach_it": phones_reach_it(),
        "section": "mine",
    }
    if request.method != "POST":
        return render(request, f"{FOLDER}/people.html", context)
    try:
        if request.POST.get("office") not in dict(offices):
            raise Refusal(
                code="office-missing",
                sentence=_("Which office should this person hold?"),
                rule="IV",
                remedy=_("Choose registrar or Acting Executor."),
                status=422,
            )
        brought = bring_in(by=person, office=request.POST["office"], **_person_of(request))
    except Refusal as refusal:
        return render(
            request, f"{FOLDER}/people.html", {**context, "refusal": refusal}, status=refusal.status
        )
    messages.success(request, _("%(person)s is in office.") % {"person": brought.name})
    return redirect("set-up-people")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@for_amenders
def club(request: HttpRequest, person: Person) -> HttpResponse:
    """A first club and its director."""
    context: dict[str, Any] = {"typed": request.POST, "section": "mine"}
    if request.method != "POST":
        return render(request, f"{FOLDER}/club.html", context)
    named: dict[str, Any] = {name: request.POST.get(name, "") for name in ("name", "place")}
    try:
        brought = bring_in_club(
            by=person, **named, **_person_of(request), second_officer=_second_officer_of(request)
        )
    except Refusal as refusal:
        return render(request, f"{FOLDER}/club.html", {**context, "refusal": refusal}, status=refusal.status)
    messages.success(request, _("%(person)s is in office.") % {"person": brought.name})
    return redirect("set-up")


@require_safe
def start_for_real(request: HttpRequest) -> HttpResponse:
    """How to get from the demo to a site of one's own."""
    if not is_demo():
        return redirect("front")
    return render(request, f"{FOLDER}/start_for_real.html", {"command": "make run DEMO=0"})


def _person_of(request: HttpRequest) -> dict[str, Any]:
    typed = {name: request.POST.get(name, "").strip() for name in OF_A_PERSON}
    return {**typed, "by_mail": bool(request.POST.get("by_mail"))}


def _second_officer_of(request: HttpRequest) -> dict[str, str] | None:
    """None where nothing was typed: the club may have one later."""
    typed = {name: request.POST.get(f"second_{name}", "").strip() for name in OF_A_PERSON}
    return typed if any(typed.values()) else None


def _closed(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """To the sign-in with the reason; nothing that was typed is kept, since a password is among it."""
    messages.warning(request, str(refusal))
    return redirect_to_login(reverse("set-up"))


def _day(text: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None


def _examples() -> dict[str, Any]:
    """What would be taken over, in tables."""
    levels, types = levels_in_words(), types_in_words()
    names = CategoryNames(
        levels={level["slug"]: level["name"] for level in levels},
        types={event_type["slug"]: event_type["name"] for event_type in types},
    )
    missing = missing_examples()
    context: dict[str, Any] = {
        "missing": missing,
        "fees": fee_table(missing.fees, names) if missing.fees else None,
        "drafts": drafted_law(),
        "section": "mine",
    }
    if missing.articles:
        context |= {
            "levels": levels,
            "types": types,
            "scales": scale_table(EXAMPLE_ARTICLES, names),
            "provisions": list(provision_statements(articles_in_words())),
        }
    return context
