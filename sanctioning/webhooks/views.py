"""One's webhooks: the list with a form for a new one, and one of them with its messages."""

from __future__ import annotations

import datetime as dt

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from sanctioning.kit.clock import today
from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.webhooks.commands import WEBHOOK_COMMANDS, ReplaySince
from sanctioning.webhooks.forms import ReplayForm, WebhookForm
from sanctioning.webhooks.lists import DELIVERIES
from sanctioning.webhooks.models import Webhook
from sanctioning.webhooks.permissions import may_keep_those_of_authority
from sanctioning.webhooks.selectors.webhooks import deliveries_of, title_of, webhook_of, webhooks_of
from sanctioning.webhooks.services.sending_again import send_again
from sanctioning.webhooks.services.webhooks import add_webhook, change_webhook, remove_webhook, renew_secret


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def webhooks(request: HttpRequest, person: Person) -> HttpResponse:
    """All of them; the secret of a new one is shown on the page that answers its making, and never again."""
    offers_authority = may_keep_those_of_authority(person, today())
    form = WebhookForm(request.POST or None, offers_authority=offers_authority)
    secret, refusal = "", None
    if request.method == "POST" and form.is_valid():
        try:
            _webhook, secret = add_webhook(by=person, **form.cleaned_data)
            form = WebhookForm(offers_authority=offers_authority)
        except Refusal as refused:
            refusal = refused
    context = {
        "webhooks": webhooks_of(asker=person),
        "form": form,
        "secret": secret,
        "refusal": refusal,
        "section": "mine",
    }
    status = refusal.status if refusal else 422 if form.errors else 200
    return render(request, "sanctioning/webhooks/webhooks.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def webhook(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """One of them; its form changes it."""
    kept = _webhook_or_404(person, number)
    if request.method != "POST":
        return _page(request, person, number)
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return _page(request, person, number, form=form, status=422)
    try:
        change_webhook(by=person, webhook=kept, **form.cleaned_data)
    except Refusal as refusal:
        return _page(request, person, number, form=form, refusal=refusal)
    messages.success(request, _("The webhook is changed."))
    return redirect("webhook", number=number)


@never_cache
@require_POST
@signed_in
def secret(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    """Make a new secret, which the answer shows and no other page."""
    new_secret = renew_secret(by=person, webhook=_webhook_or_404(person, number))
    return _page(request, person, number, secret=new_secret)


@require_POST
@signed_in
def remove(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    remove_webhook(by=person, webhook=_webhook_or_404(person, number))
    messages.success(request, _("The webhook is removed."))
    return redirect("webhooks")


@require_POST
@signed_in
def again(request: HttpRequest, person: Person, number: int, message: int) -> HttpResponse:
    """Send one message once more."""
    try:
        send_again(by=person, webhook=_webhook_or_404(person, number), number=message)
    except Refusal as refusal:
        return _page(request, person, number, refusal=refusal)
    messages.success(request, _("The message is on its way again."))
    return redirect("webhook", number=number)


@require_POST
@signed_in
def act(request: HttpRequest, person: Person, number: int, act: str) -> HttpResponse:
    """Test it, send messages again, switch it off or on."""
    kept = WEBHOOK_COMMANDS.or_404(act, webhook_of(asker=person, number=number))
    form = ReplayForm(request.POST)
    hours = form.cleaned_data["hours"] if act == "replay" and form.is_valid() else None
    asked = ReplaySince(since=timezone.now() - dt.timedelta(hours=hours)) if hours else ReplaySince()
    try:
        WEBHOOK_COMMANDS.run_typed(request, act, by=person, thing=kept, asked=asked)
    except Refusal as refusal:
        return _page(request, person, number, refusal=refusal)
    return redirect("webhook", number=number)


def _page(
    request: HttpRequest,
    person: Person,
    number: int,
    *,
    form: WebhookForm | None = None,
    refusal: Refusal | None = None,
    secret: str = "",
    status: int = 200,
) -> HttpResponse:
    kept = _webhook_or_404(person, number)
    initial = {"name": kept.name, "url": kept.url, "kinds": kept.kinds, "event": kept.event}
    context = {
        "webhook": kept,
        "titles": [title_of(kind) for kind in kept.kinds],
        "form": form or WebhookForm(initial=initial),
        "replay_form": ReplayForm(),
        "secret": secret,
        "refusal": refusal,
        "section": "mine",
    }
    delivery_list = listing(request, deliveries_of(webhook=kept), DELIVERIES)
    status = refusal.status if refusal else status
    template = "sanctioning/webhooks/webhook.html"
    return list_page(request, template, {"list": delivery_list}, context, status=status)


def _webhook_or_404(person: Person, number: int) -> Webhook:
    kept = webhook_of(asker=person, number=number)
    if kept is None:
        raise Http404(_("You have no such webhook."))
    return kept
