"""Words of several parts: on pages, and on papers, whose templates know no other tag of the site."""

from __future__ import annotations

import re
from typing import Final

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

BLANKS_BEFORE_STOP: Final = re.compile(r"[ \n]+(?=[,;.:])")
BLANKS_BEFORE_DOT: Final = re.compile(r"[ \n]+(?=·)")


@register.simple_block_tag
def sentence(content: str) -> SafeString:
    """Words of several parts, wherever the lines of a template end.

    No blank stands before a comma or stop, and no line breaks before a dot in the middle.
    """
    closed = BLANKS_BEFORE_STOP.sub("", content.strip())
    return mark_safe(BLANKS_BEFORE_DOT.sub("\u00a0", closed))
