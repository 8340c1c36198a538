"""Controls of forms beside buttons: what a form of one or two fields needs, with its label, hint and limits.

Invariant: what stands in a control is escaped as the template would escape it.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from django import template
from django.template.base import render_value_in_context
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

NOTHING = mark_safe("")


@register.simple_tag(takes_context=True)
def hidden(context: Context, name: str, value: object) -> SafeString:
    """What is sent along unseen."""
    return _control(context, type="hidden", name=name, value=value)


@register.simple_tag(takes_context=True)
def field(
    context: Context,
    control_id: str,
    name: str,
    label: str,
    *,
    key: object = "",
    of: str = "",
    hint: str = "",
    **attributes: object,
) -> SafeString:
    """A line to write in. `key` tells the controls of several things of one page apart; `of` names the act
    that it belongs to: what was typed for that stays if it was refused."""
    control_id = _own_id(control_id, key)
    value = {"value": _typed(context, name, of)} if of else {}
    described = _described(control_id, hint)
    control = _control(context, id=control_id, name=name, **value, **described, **attributes)
    return _field(control_id, label, hint, control)


@register.simple_tag(takes_context=True)
def code_field(context: Context, control_id: str, name: str, label: str, **attributes: Any) -> SafeString:
    """A line for a number of a person or a code."""
    as_code = {"class": "code-input", "autocomplete": "off"}
    return field(context, control_id, name, label, **as_code | attributes)


@register.simple_tag(takes_context=True)
def text_field(
    context: Context,
    control_id: str,
    name: str,
    label: str,
    *,
    value: object = "",
    key: object = "",
    of: str = "",
    hint: str = "",
    **attributes: object,
) -> SafeString:
    """Lines to write in, as for a reason."""
    control_id = _own_id(control_id, key)
    control = format_html(
        "<textarea{}>{}</textarea>",
        _attributes(context, id=control_id, name=name, **_described(control_id, hint), **attributes),
        render_value_in_context(_typed(context, name, of) if of else value, context),
    )
    return _field(control_id, label, hint, control)


@register.filter
def pairs(things: Iterable[object], names: str) -> list[tuple[object, object]]:
    """`clubs|pairs:"pk,name"`: what is sent of each, and its words."""
    value, words = map(attrgetter, names.split(","))
    return [(value(thing), words(thing)) for thing in things or ()]


@register.simple_tag(takes_context=True)
def choice(
    context: Context,
    control_id: str,
    name: str,
    label: str,
    options: Iterable[object],
    chosen: object = None,
    *,
    empty: str = "",
) -> SafeString:
    """One of several: pairs of what is sent and its words, or what is both. `empty` is the word for none."""
    listed = [option if isinstance(option, tuple) else (option, option) for option in options or ()]
    none = format_html('<option value="">{}</option>', empty) if empty else NOTHING
    written = format_html_join(
        "",
        "<option{}>{}</option>",
        (
            (
                _attributes(context, value=value, selected=str(value) == str(chosen)),
                render_value_in_context(words, context),
            )
            for value, words in listed
        ),
    )
    named = _attributes(context, id=control_id, name=name)
    control = format_html("<select{}>{}{}</select>", named, none, written)
    return _field(control_id, label, "", control)


def _own_id(control_id: str, key: object) -> str:
    return f"{control_id}-{key}" if key != "" else control_id


def _field(control_id: str, label: str, hint: str, control: SafeString) -> SafeString:
    helped = format_html('<p class="help" id="{}-help">{}</p>', control_id, hint) if hint else NOTHING
    return format_html(
        '<div class="field"><label for="{}">{}</label>{}{}</div>', control_id, label, helped, control
    )


def _described(control_id: str, hint: str) -> dict[str, object]:
    return {"aria-describedby": f"{control_id}-help"} if hint else {}


def _control(context: Context, **attributes: object) -> SafeString:
    return format_html("<input{}>", _attributes(context, **attributes))


def _attributes(context: Context, **attributes: object) -> SafeString:
    """In the order given. A true one stands by its name alone; one that is false is left out."""
    return format_html_join(
        "",
        " {}{}",
        (
            (name, "" if value is True else format_html('="{}"', render_value_in_context(value, context)))
            for name, value in attributes.items()
            if value is not False
        ),
    )


def _typed(context: Context, name: str, act: str) -> object:
    """What was typed in a field of the act that was just refused."""
    refused = context.get("typed_act", context.get("act"))
    return (context.get("typed") or {}).get(name, "") if refused == act else ""
