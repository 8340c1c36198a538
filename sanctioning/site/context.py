"""What every page knows: which installation this is, who reads it, how many messages wait to be
read, how many things to be done. A language is named in that language itself.
"""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from sanctioning.help.pointers import pointer_for
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.installation.selectors import Authority, authority, authority_of
from sanctioning.kit.pages.asker import asker
from sanctioning.kit.pages.devices import is_shared
from sanctioning.kit.pages.kept_forms import kept_form
from sanctioning.kit.practice_database import practising
from sanctioning.kit.waiting.kept import Revision, count_since
from sanctioning.site.masthead import masthead_of, unless_it_fails


def site(request: HttpRequest) -> dict[str, object]:
    """For `TEMPLATES`; asked only by a page that shows it."""
    masthead = cache(lambda: masthead_of(request))

    def installed() -> Installation | None:
        return masthead().installation

    return {
        "demo": SimpleLazyObject(lambda: (row := installed()) is not None and row.demo),
        "authority": SimpleLazyObject(lambda: _whose(installed())),
        "unread": SimpleLazyObject(lambda: masthead().unread),
        "waiting_count": SimpleLazyObject(
            lambda: unless_it_fails(request, lambda: _waiting(request, masthead().revision)) or 0
        ),
        "help_here": SimpleLazyObject(lambda: pointer_for(request)),
        "stream_port": settings.STREAM_PORT,
        "kept": kept_form(request),
        "reader": SimpleLazyObject(lambda: asker(request)),
        "device_is_shared": SimpleLazyObject(lambda: is_shared(request)),
        "languages": SimpleLazyObject(lambda: _whose(installed()).named_languages),
    }


def _whose(row: Installation | None) -> Authority:
    """On a practice database, who practises there."""
    return authority() if practising() else authority_of(row)


def _waiting(request: HttpRequest, revision: Revision) -> int:
    person = asker(request)
    return count_since(person, revision) if person else 0
