"""Lists for programs: one page of an array, narrowed and sorted as on the site.

`sort` names an order, "-" before it turns it round; `page` counts from 1. `X-Total-Count` says how many lines
there are in all, `Link` leads to the page before and after (RFC 8288). With `cursor` a list is read from one
place on, however it grows meanwhile, until `Link` names nothing further. `size` says how many lines come at
once, `fields` which of their members. What cannot be asked is 400, a page past the last one 404. The answer
to an act is the first page of the list as it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields as fields_of
from dataclasses import replace
from functools import wraps
from typing import Any, Final

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from sanctioning.kit.api.serializers import as_data, serializer_for
from sanctioning.kit.lists.lists import Line, ListQuery, ListSource, Row, ask, flags_of
from sanctioning.kit.lists.paging import is_page, page_asked
from sanctioning.kit.lists.parameters import (
    LARGEST,
    NEVER_EMPTY,
    ParametersWrong,
    one_of_these,
    paging_parameters,
    require_yes_or_no,
    sort_parameter,
)
from sanctioning.kit.typed_input import whole_number

View = Callable[..., Response]
HEADERS: Final = (
    OpenApiParameter(
        "X-Total-Count",
        int,
        OpenApiParameter.HEADER,
        response=[200],
        description="How many lines there are in all; not said where a list is read by cursor.",
    ),
    OpenApiParameter(
        "Link",
        str,
        OpenApiParameter.HEADER,
        response=[200],
        description="The page before and after, or what follows the cursor (RFC 8288).",
    ),
)


def list_schema(
    operation_id: str,
    line: type,
    *,
    filters: Iterable[OpenApiParameter] = (),
    sorts: Iterable[str] = (),
) -> Callable[[View], View]:
    """How the schema tells of a list, which is answered with those members of its lines that are asked for; a
    test holds the filters to those of the source, and the values that they name to what those take."""
    names = [field.name for field in fields_of(line)]
    declared = extend_schema(
        operation_id=operation_id,
        parameters=[
            *filters,
            sort_parameter(tuple(sorts)),
            *paging_parameters(names),
            *HEADERS,
        ],
        responses=serializer_for(line)(many=True),
    )

    def described(view: View) -> View:
        @wraps(view)
        def answered(self: object, request: Request, *args: Any, **kwargs: Any) -> Response:
            wanted = _fields_wanted(request, names)
            answer = view(self, request, *args, **kwargs)
            if wanted:
                answer.data = [{name: line[name] for name in wanted} for line in answer.data]
            return answer

        shown: View = declared(answered)
        return shown

    return described


def asked_of(request: Request, source: ListSource[Row, Line]) -> ListQuery[Row, Line]:
    query = _query_of(request)
    empty = [name for name in sorted(NEVER_EMPTY) if query.get(name) == ""]
    if empty:
        raise ValidationError({name: [_("It is empty. Leave it out.")] for name in empty})
    require_yes_or_no(query, flags_of(source))
    asked = ask(source, query)
    if asked.errors:
        raise ParametersWrong(asked.errors | _told_which(asked.known), asked.known)
    return asked


def _told_which(known: Mapping[str, list[str]]) -> dict[str, list[str]]:
    return {name: [one_of_these(values)] for name, values in known.items()}


def page_wanted(request: Request) -> int:
    """The page that a program asks for; after an act it is shown the first one."""
    query = _query_of(request)
    if "page" in query and not is_page(query["page"]):
        raise ValidationError({"page": [_("A page is a whole number from 1.")]})
    return page_asked(query)


def _query_of(request: Request) -> Mapping[str, str]:
    """What is asked of the list; an act asks nothing of the one that it answers with."""
    query: Mapping[str, str] = request.query_params if request.method in SAFE_METHODS else {}
    return query


def list_answer(request: Request, source: ListSource[Row, Line], status: int = 200) -> Response:
    """One page of the list as an array, or what lies behind a cursor."""
    asked = asked_of(request, replace(source, size=_size_wanted(request, source.size)))
    cursor = _cursor_wanted(request)
    if cursor:
        lines, following = asked.after(cursor)
        headers = {"Link": _link(request, "next", "cursor", following)} if following else {}
    else:
        lines, headers = asked.lines, page_links(request, asked.page, asked.pages, asked.found)
    return Response(as_data(tuple(lines)), status=status, headers=headers)


def page_links(request: Request, page: int, pages: int, count: int) -> dict[str, str]:
    """The headers of one page of so many."""
    links = {"prev": page - 1, "next": page + 1}
    parts = [_link(request, rel, "page", str(other)) for rel, other in links.items() if 1 <= other <= pages]
    return {"X-Total-Count": str(count), **({"Link": ", ".join(parts)} if parts else {})}


def _link(request: Request, rel: str, name: str, value: str) -> str:
    query: Any = request.query_params.copy()
    query[name] = value
    return f'<{request.build_absolute_uri(f"{request.path}?{query.urlencode()}")}>; rel="{rel}"'


def _size_wanted(request: Request, otherwise: int) -> int:
    query = _query_of(request)
    if "size" not in query:
        return otherwise
    size = whole_number(query["size"])
    if size is None or not 1 <= size <= LARGEST:
        raise ValidationError(
            {"size": [_("A size is a whole number from 1 to %(most)s.") % {"most": LARGEST}]}
        )
    return size


def _cursor_wanted(request: Request) -> str:
    query = _query_of(request)
    cursor = query.get("cursor", "")
    if cursor and "page" in query:
        raise ValidationError({"cursor": [_("Ask for a page or for a cursor, not for both.")]})
    return cursor


def _fields_wanted(request: Request, names: list[str]) -> list[str]:
    """In the order in which the lines have them; empty where none is named."""
    if "fields" not in request.query_params:
        return []
    wanted = set(request.query_params["fields"].split(","))
    if wanted.difference(names):
        known = ", ".join(names)
        raise ValidationError({"fields": [_("A line has %(names)s.") % {"names": known}]})
    return [name for name in names if name in wanted]
