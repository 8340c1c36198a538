"""How the installation is, for the Managing Executor."""

from __future__ import annotations

from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from sanctioning.doctor.selectors import last_examination, without_mail_since
from sanctioning.doctor.services import NOTED, ask_for_examination, note_done, require_caretaker
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.signing.selectors import has_signing_key


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def doctor(request: HttpRequest, person: Person) -> HttpResponse:
    """The last examination; posted to, another one is asked for, or it is noted what was done."""
    try:
        require_caretaker(person)
    except Refusal as denied:
        return render(request, "403.html", {"refusal": denied}, status=403)
    if request.method != "POST":
        return _page(request)
    done = request.POST.get("done", "")
    if done in NOTED:
        try:
            note_done(by=person, what=done)
        except Refusal as refusal:
            return _page(request, refusal)
        messages.success(request, _("Noted with today's date."))
    else:
        key = request.POST.get("key", "")[:36] or str(uuid4())
        ask_for_examination(by=person, key=key, with_mail="mail" in request.POST)
    return redirect("doctor")


def _page(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    context = {
        "examination": last_examination(),
        "without_mail_since": without_mail_since(),
        "has_signing_key": has_signing_key(),
        "key": uuid4(),
        "refusal": refusal,
        "section": "mine",
    }
    status = refusal.status if refusal else 200
    return render(request, "sanctioning/doctor/installation.html", context, status=status)
