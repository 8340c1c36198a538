"""The registrar looks a certificate up, marks it as mutilated, or has it replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from sanctioning.kit.clock import today
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.pages.asking_first import Question, ask_first
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from scoring.certificates.lists import CERTIFICATES
from scoring.certificates.models import Certificate
from scoring.certificates.permissions import may_record
from scoring.certificates.selectors.certificates import certificate_card, certificate_named
from scoring.certificates.selectors.lists import certificates
from scoring.certificates.services.certificates import mark_mutilated, replace_certificate

ACTS: dict[str, tuple[Callable[..., Certificate], str]] = {
    "mutilated": (mark_mutilated, _lazy("is marked as mutilated")),
    "replace": (replace_certificate, _lazy("is replaced; the new one is being made")),
}
ASKS: Final = {
    "mutilated": {
        "title": _lazy("Mark certificate %(serial)s of %(owner)s as mutilated?"),
        "help": _lazy("It can never be recorded. One replacement can be issued for it."),
        "button": _lazy("Mark it"),
    },
    "replace": {
        "title": _lazy("Replace certificate %(serial)s of %(owner)s?"),
        "help": _lazy("The old certificate becomes void. There is one replacement, never a second."),
        "button": _lazy("Replace it"),
    },
}


@require_safe
@signed_in
def papers(request: HttpRequest, person: Person) -> HttpResponse:
    """Find a certificate by its code or serial."""
    try:
        require(
            may_record(person, today()), what=_("look up certificates"), who=_("the registrar"), rule="IV"
        )
    except Refusal as refusal:
        return render(request, "403.html", {"refusal": refusal}, status=refusal.status)
    return _page(request, person, request.GET.get("paper", "").strip())


@require_POST
@signed_in
def act(request: HttpRequest, person: Person, serial: str, act: str) -> HttpResponse:
    certificate = certificate_named(text=serial)
    if certificate is None or act not in ACTS:
        raise Http404(_("There is no such certificate."))
    do, done = ACTS[act]
    paper = f"{reverse('registrar-certificates')}?paper={certificate.serial}"
    words, named = ASKS[act], {"serial": certificate.serial, "owner": certificate.person.name}
    try:
        asks = ask_first(
            request,
            lambda: do(by=person, certificate=certificate, why=request.POST.get("why", "")),
            Question(
                title=str(words["title"]) % named,
                help=str(words["help"]),
                button=str(words["button"]),
                stay=paper,
            ),
        )
    except Refusal as refusal:
        if refusal.status == 403:
            return render(request, "403.html", {"refusal": refusal}, status=403)
        refused = {"refusal": refusal, "typed_act": act, "typed": request.POST}
        return _page(request, person, serial, refused, refusal.status)
    if asks:
        return asks
    messages.success(request, f"{certificate.serial} {done}.")
    return redirect(paper)


def _page(
    request: HttpRequest,
    person: Person,
    sought: str,
    more: dict[str, object] | None = None,
    status: int = 200,
) -> HttpResponse:
    card = certificate_card(text=sought, asker=person) if sought else None
    context = {"sought": sought, "card": card, "section": "mine", **(more or {})}
    certificate_list = listing(request, certificates(asker=person), CERTIFICATES)
    return list_page(
        request,
        "scoring/certificates/registrar_certificates.html",
        {"list": certificate_list},
        context,
        status,
    )
