"""Words of several parts: on pages and in mails, and on papers; those know no other tag of the site."""

from __future__ import annotations

import re
from typing import Final, cast

from django import template
from django.template.base import Node, NodeList, Parser, TextNode, Token
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

BLANKS_BEFORE_STOP: Final = re.compile(r"[ \n]+(?=[,;.:])")
BLANKS_BEFORE_DOT: Final = re.compile(r"[ \n]+(?=·)")
END_OF_LINE: Final = re.compile(r"\s*\n\s*")


@register.simple_block_tag
def sentence(content: str) -> SafeString:
    """Words of several parts, wherever the lines of a template end.

    No blank stands before a comma or stop, and no line breaks before a dot in the middle.
    """
    closed = BLANKS_BEFORE_STOP.sub("", content.strip())
    return mark_safe(BLANKS_BEFORE_DOT.sub("\u00a0", closed))


class Paragraph(Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        return self.nodelist.render(context)


@register.tag
def paragraph(parser: Parser, token: Token) -> Paragraph:
    """A paragraph of a mail, wherever the lines of its template end.

    Only those are joined: what somebody wrote keeps its own paragraphs.
    """
    nodes = parser.parse(("endparagraph",))
    parser.delete_first_token()
    for text in cast(list[TextNode], nodes.get_nodes_by_type(TextNode)):
        text.s = END_OF_LINE.sub(" ", text.s)
    return Paragraph(nodes)
