"""The tag `csrf_token` of every form puts a new key beside the token, so that a form sent twice counts once.

Invariant: each form of a page has a key of its own; no form can have the token and lack the key.
"""

from __future__ import annotations

import uuid

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html
from django.utils.safestring import SafeString

from sanctioning.kit.sent_once.keys import FIELD

register = template.Library()


class TokenAndKey(CsrfTokenNode):
    def render(self, context: Context) -> SafeString:
        key = format_html('<input type="hidden" name="{}" value="{}">', FIELD, uuid.uuid4())
        return format_html("{}{}", super().render(context), key)


@register.tag
def csrf_token(_parser: Parser, _token: Token) -> TokenAndKey:
    return TokenAndKey()
