"""Lists for programs: one page of an array, narrowed and sorted as on the site.

`sort` names an order, "-" before it turns it round; `page` counts from 1. `X-Total-Count` says how many lines
there are in all, `Link` leads to the page before and after (RFC 8288). What cannot be asked is 400, a page
past the last one 404. The answer to an act is the first page of the list as it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.lists.lists import Line, ListQuery, ListSource, Row, ask
from sanctioning.kit.lists.paging import FIRST, is_page, page_asked

View = TypeVar("View", bound=Callable[..., Response])


def list_schema(
    operation_id: str, line: type, *, filters: Iterable[str] = (), sorts: Iterable[str] = ()
) -> Callable[[View], View]:
    """How the schema tells of a list; a test holds the names to those of the source."""
    known = tuple(sorts)
    return extend_schema(
        operation_id=operation_id,
        parameters=[
            *(OpenApiParameter(name, str) for name in filters),
            OpenApiParameter("sort", str, enum=[*known, *(f"-{name}" for name in known)]),
            OpenApiParameter("page", int),
        ],
        responses=serializer_for(line)(many=True),
    )


def asked_of(request: Request, source: ListSource[Row, Line]) -> ListQuery[Row, Line]:
    asked = ask(source, request.query_params if request.method in SAFE_METHODS else {})
    if asked.errors:
        raise ValidationError(asked.errors)
    return asked


def page_wanted(request: Request) -> int:
    """The page that a program asks for; after an act it is shown the first one."""
    if request.method not in SAFE_METHODS:
        return FIRST
    text = request.query_params.get("page", "")
    if text and not is_page(text):
        raise ValidationError({"page": [_("A page is a whole number from 1.")]})
    return page_asked(request.query_params)


def list_answer(request: Request, source: ListSource[Row, Line], status: int = 200) -> Response:
    """One page of the list as an array."""
    asked = asked_of(request, source)
    headers = page_links(request, asked.page, asked.pages, asked.found)
    return Response(as_data(tuple(asked.lines)), status=status, headers=headers)


def page_links(request: Request, page: int, pages: int, count: int) -> dict[str, str]:
    """The headers of one page of so many."""
    links = {"prev": page - 1, "next": page + 1}
    parts = [
        f'<{_address(request, other)}>; rel="{rel}"' for rel, other in links.items() if 1 <= other <= pages
    ]
    return {"X-Total-Count": str(count), **({"Link": ", ".join(parts)} if parts else {})}


def _address(request: Request, page: int) -> str:
    query: Any = request.query_params.copy()
    query["page"] = str(page)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
