"""One's own messages: the list, the archive, and one of them, which is read when it is opened."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages as notices
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.messages.lists import ARCHIVED, MESSAGES, NO_OTHERS
from sanctioning.kit.messages.selectors import (
    MessageDetail,
    message_of,
    needing_answer,
    threads_of,
)
from sanctioning.kit.messages.services.reading import archive, archive_read, mark_read, unarchive
from sanctioning.kit.pages.asker import signed_in
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


def _message_or_404(person: Person, number: int) -> MessageDetail:
    message = message_of(asker=person, number=number)
    if message is None:
        raise Http404(_("You have no such message."))
    return message


def _say_how_many(request: HttpRequest, count: int) -> None:
    words = ngettext("%(n)d message moved to the archive.", "%(n)d messages moved to the archive.", count)
    notices.success(request, words % {"n": count})
