"""One's own messages: the list, the archive, and one of them, which is read when it is opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.contrib import messages as notices
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.messages.channels import CHANNELS
from sanctioning.kit.messages.forms import ChannelForm
from sanctioning.kit.messages.lists import ARCHIVED, MESSAGES, NO_OTHERS
from sanctioning.kit.messages.selectors import (
    ChannelLine,
    MessageDetail,
    channels_of,
    message_of,
    needing_answer,
    threads_of,
)
from sanctioning.kit.messages.services.channels import choose_channel
from sanctioning.kit.messages.services.reading import archive, archive_read, mark_read, unarchive
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.waiting.kept import revision_of, waiting_since
from sanctioning.people.models.person import Person


@require_safe
@signed_in
def inbox(request: HttpRequest, person: Person) -> HttpResponse:
    waits = waiting_since(person, revision_of(person))
    needing = needing_answer(person, waits)
    threads = threads_of(asker=person, apart=[line.id for line in needing])
    table = replace(MESSAGES, empty=NO_OTHERS) if needing else MESSAGES
    context = {
        "needing": needing,
        "has_channels": bool(CHANNELS),
        "waiting_count": sum(len(group.lines) for group in waits),
        "section": "messages",
    }
    message_list = listing(request, threads, table)
    return list_page(request, "sanctioning/kit/messages/messages.html", {"list": message_list}, context)


@require_safe
@signed_in
def archived(request: HttpRequest, person: Person) -> HttpResponse:
    message_list = listing(request, threads_of(asker=person, archived=True), ARCHIVED)
    context = {"section": "messages"}
    return list_page(request, "sanctioning/kit/messages/archive.html", {"list": message_list}, context)


@require_safe
@signed_in
def message(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    message = _message_or_404(person, number)
    mark_read(by=person, number=number)
    return render(
        request, "sanctioning/kit/messages/message.html", {"message": message, "section": "messages"}
    )


@require_POST
@signed_in
def read_all(request: HttpRequest, person: Person) -> HttpResponse:
    mark_read(by=person)
    notices.success(request, _("All messages are marked as read."))
    return redirect("messages")


@require_POST
@signed_in
def archive_one(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    _message_or_404(person, number)
    _say_how_many(request, archive(by=person, number=number))
    return redirect("messages")


@require_POST
@signed_in
def archive_all_read(request: HttpRequest, person: Person) -> HttpResponse:
    _say_how_many(request, archive_read(by=person))
    return redirect("messages")


@require_POST
@signed_in
def unarchive_one(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    _message_or_404(person, number)
    count = unarchive(by=person, number=number)
    words = ngettext(
        "%(n)d message is back among your messages.", "%(n)d messages are back among your messages.", count
    )
    notices.success(request, words % {"n": count})
    return redirect("messages-archive")


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def channels(request: HttpRequest, person: Person) -> HttpResponse:
    """Where else messages go: a form for each channel that is installed."""
    lines = channels_of(asker=person)
    if request.method != "POST":
        return _channels_page(request, lines)
    channel, stops = request.POST.get("channel", ""), request.POST.get("act") == "stop"
    form = next((ChannelForm(line, request.POST) for line in lines if line.channel == channel), None)
    if form and not stops and not form.is_valid():
        return _channels_page(request, lines, form, status=422)
    chosen = {"address": "", "groups": ()} if stops or form is None else form.cleaned_data
    try:
        choose_channel(by=person, channel=channel, **chosen)
    except Refusal as refusal:
        return _channels_page(request, lines, form, refusal=refusal)
    notices.success(request, _("Nothing is passed on any more.") if stops else _("Your choice is saved."))
    return redirect("messages-channels")


def _channels_page(
    request: HttpRequest,
    lines: Sequence[ChannelLine],
    typed: ChannelForm | None = None,
    *,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    forms = [typed if typed and typed.line == line else ChannelForm(line) for line in lines]
    context = {"forms": forms, "refusal": refusal, "section": "messages"}
    status = refusal.status if refusal else status
    return render(request, "sanctioning/kit/messages/channels.html", context, status=status)


def _message_or_404(person: Person, number: int) -> MessageDetail:
    message = message_of(asker=person, number=number)
    if message is None:
        raise Http404(_("You have no such message."))
    return message


def _say_how_many(request: HttpRequest, count: int) -> None:
    words = ngettext("%(n)d message moved to the archive.", "%(n)d messages moved to the archive.", count)
    notices.success(request, words % {"n": count})
