"""Feeds as Atom (RFC 4287) that readers ask for again and again.

Invariants: who has a feed as it is now is answered 304; a feed has an author, and was last changed when the
latest of what it is about was, so it says the same until something happens.
Terms: Told (what an entry tells), Whose (the club whose feed it is, or nothing).
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any, Final, TypeVar

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, set_response_etag
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.http import parse_http_date

from sanctioning.kit.installation.selectors import authority

Told = TypeVar("Told")
Whose = TypeVar("Whose")
NEVER: Final = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
"""When a feed of nothing was last changed: before there was any site of ours."""

if TYPE_CHECKING:

    class OfFeed(Feed[Told, Whose]):
        pass
else:
    # Its type takes parameters in the stubs alone.
    class OfFeed(Feed):
        def __class_getitem__(cls, _parameters: object) -> type:
            return cls


class ChangedAtFeed(Atom1Feed):
    """Changed when `changed_at` says so, not with its latest entry alone."""

    def latest_post_date(self) -> dt.datetime:
        changed_at: dt.datetime = self.feed["changed_at"]
        entries = (item["updateddate"] or NEVER for item in self.items)
        return max((changed_at, *entries))


class AtomFeed(OfFeed[Told, Whose]):
    """`changed_at` is the moment of what left no entry, such as one that was taken away."""

    feed_type = ChangedAtFeed

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = super().__call__(request, *args, **kwargs)
        set_response_etag(answer)
        modified = parse_http_date(answer["Last-Modified"])
        told = get_conditional_response(request, answer["ETag"], modified, answer)
        return told if isinstance(told, HttpResponse) else answer

    def author_name(self, _whose: Whose) -> str:
        return authority().name

    def feed_extra_kwargs(self, whose: Whose) -> dict[str, Any]:
        return {"changed_at": self.changed_at(whose)}

    def changed_at(self, _whose: Whose) -> dt.datetime:
        return NEVER

    def item_description(self, item: Told) -> str:
        """A summary is HTML."""
        return escape(self.item_text(item))

    def item_text(self, item: Told) -> str:
        raise NotImplementedError
