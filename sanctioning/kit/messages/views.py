"""One's own messages: the list, and one of them, which is read when it is opened."""

from __future__ import annotations

from django.contrib import messages as notices
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from sanctioning.kit.lists.pages import list_page, listing
from sanctioning.kit.messages.lists import MESSAGES
from sanctioning.kit.messages.selectors import message_of, messages_of, unread_by
from sanctioning.kit.messages.services.reading import mark_read
from sanctioning.kit.pages.asker import signed_in
from sanctioning.people.models.person import Person


@require_safe
@signed_in
def inbox(request: HttpRequest, person: Person) -> HttpResponse:
    message_list = listing(request, messages_of(asker=person), MESSAGES)
    context = {"unread_here": unread_by(person), "section": "messages"}
    return list_page(request, "sanctioning/kit/messages/messages.html", {"list": message_list}, context)


@require_safe
@signed_in
def message(request: HttpRequest, person: Person, number: int) -> HttpResponse:
    message = message_of(asker=person, number=number)
    if message is None:
        raise Http404(_("You have no such message."))
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
