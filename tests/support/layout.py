"""Pages without the layout of their templates: a test says what a page says, not how its file is broken.

Takes away only what a browser does not show: line breaks with the indent after them, white space between the
attributes of a tag, and white space at the edges of blocks and buttons.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

KEPT: Final = re.compile(r"(<(?P<kept>pre|textarea|script|style)\b.*?</(?P=kept)>)", re.DOTALL)
TAG: Final = re.compile(r"<[a-zA-Z][^<>\"]*(?:\"[^\"]*\"[^<>\"]*)*>")
ATTRIBUTE_OR_BLANK: Final = re.compile(r"(\"[^\"]*\")|\s+")
BLOCKS: Final = (
    "html|head|body|main|header|footer|nav|section|article|aside|div|p|ul|ol|li|dl|dt|dd|table|caption|colgroup|col|"
    "thead|tbody|tfoot|tr|td|th|h[1-6]|form|fieldset|legend|details|summary|figure|figcaption|blockquote|hr|"
    "address|pre|link|meta|script|style|title|br|option|optgroup|select|datalist|svg|path|rect|g|line|circle"
)
BEFORE_EDGE: Final = re.compile(rf"\s+(?=</?(?:{BLOCKS})\b|</button>)")
AFTER_EDGE: Final = re.compile(
    rf"(</?(?:{BLOCKS})\b(?:\"[^\"]*\"|[^\">])*>|<button\b(?:\"[^\"]*\"|[^\">])*>)\s+"
)


def without_layout(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html") and not response.streaming
        if is_page and "Content-Encoding" not in response:
            response.content = plain(response.content.decode()).encode()  # type: ignore[attr-defined]
        return response

    return answer


def plain(page: str) -> str:
    parts = KEPT.split(page)
    return "".join(_plain_part(part) if at % 3 == 0 else part for at, part in enumerate(parts) if at % 3 != 2)


def _plain_part(part: str) -> str:
    part = TAG.sub(_plain_tag, part)
    part = AFTER_EDGE.sub(r"\1", BEFORE_EDGE.sub("", part))
    return re.sub(r"[ \t]*\n\s*", " ", part)


def _plain_tag(tag: re.Match[str]) -> str:
    words = ATTRIBUTE_OR_BLANK.sub(lambda match: match[1] or " ", tag[0])
    return words.replace(' class=""', "").replace(" >", ">")
