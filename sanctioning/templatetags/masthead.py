"""The entries of the masthead, one of which may be where the reader is."""

from __future__ import annotations

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def entry(
    context: Context, name: str, label: object, *sections: str, count: int = 0, of: str = ""
) -> SafeString:
    """A line that leads to that page, with a `count` `of` what; marked on the page and on those of its
    `sections`."""
    path = reverse(name)
    here = (
        "page"
        if getattr(context.get("request"), "path", "") == path
        else "true"
        if context.get("section") in sections
        else ""
    )
    current = format_html(' aria-current="{}"', here) if here else ""
    counted = (
        format_html(' <span class="count">{}<span class="unseen"> {}</span></span>', count, of)
        if count
        else ""
    )
    return format_html('<li><a href="{}"{}>{}{}</a></li>', path, current, label, counted)
