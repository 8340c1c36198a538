"""Controls of forms beside buttons: what a form of one or two fields needs, with its label, hint and limits.

Invariant: what stands in a control is escaped as the template would escape it.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any, cast

from django import template
from django.template.base import render_value_in_context
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

NOTHING = mark_safe("")
ALL = object()


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
    hint: str = "",
    value: object = None,
    of: str = "",
    only: object = ALL,
    otherwise: object = "",
    wrong: object = False,
    **attributes: object,
) -> SafeString:
    """A line to write in. `key` tells the controls of several things of one page apart.

    What was typed stays if the act was refused: `of` names the act that the control belongs to, `only` the
    key of the thing that was typed for. In other controls stands `otherwise`. `wrong` marks what was refused.
    """
    control_id = _own_id(control_id, key)
    own = _is_own(context, key, of, only)
    typed = _typed(context, name) if of else value
    shown = (typed or "" if own else otherwise) if of or only is not ALL else typed
    written = {} if shown is None else {"value": shown}
    told = _told(control_id, hint, wrong=bool(wrong and own))
    control = _control(context, id=control_id, name=name, **written, **told, **attributes)
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
    key: object = "",
    hint: str = "",
    value: object = "",
    of: str = "",
    only: object = ALL,
    otherwise: object = "",
    wrong: object = False,
    **attributes: object,
) -> SafeString:
    """Lines to write in, as for a reason."""
    control_id = _own_id(control_id, key)
    own = _is_own(context, key, of, only)
    typed = _typed(context, name) if of else value
    told = _told(control_id, hint, wrong=bool(wrong and own))
    control = format_html(
        "<textarea{}>{}</textarea>",
        _attributes(context, id=control_id, name=name, **told, **attributes),
        render_value_in_context(typed if own else otherwise, context),
    )
    return _field(control_id, label, hint, control)


@register.simple_tag(takes_context=True)
def tick(
    context: Context,
    control_id: str,
    name: str,
    label: str,
    *,
    key: object = "",
    checked: object = False,
    chosen: object = (),
    of: str = "",
    only: object = ALL,
    **attributes: Any,
) -> SafeString:
    """A box to tick, or with `type="radio"` one of several: `checked`, or among what is `chosen`."""
    control_id = _own_id(control_id, key)
    value = attributes.get("value")
    picked = checked or (
        value == chosen if isinstance(chosen, str) else value in cast(Iterable[object], chosen)
    )
    if of:
        picked = _typed(context, name)
    picked = picked and _is_own(context, key, of, only)
    kind = attributes.pop("type", "checkbox")
    control = _control(context, type=kind, id=control_id, name=name, **attributes, checked=bool(picked))
    return format_html('<label for="{}">{} {}</label>', control_id, control, label)


@register.filter
def pairs(things: Iterable[object], names: str) -> list[tuple[object, object]]:
    """`clubs|pairs:"pk,name"`: what is sent of each, and its words."""
    value, words = map(attrgetter, names.split(","))
    return [(value(thing), words(thing)) for thing in things or ()]


@register.filter
def equals(value: object, other: object) -> bool:
    """For what a tag is told: `wrong=place|equals:"title"`."""
    return value == other


@register.simple_tag(takes_context=True)
def choice(
    context: Context,
    control_id: str,
    name: str,
    label: str,
    options: Iterable[object],
    chosen: object = None,
    *,
    key: object = "",
    hint: str = "",
    empty: str = "",
    only: object = ALL,
) -> SafeString:
    """One of several: pairs of what is sent and its words, or what is both. `empty` is the word for none."""
    control_id = _own_id(control_id, key)
    own = _is_own(context, key, "", only)
    written = _options(context, options, chosen if own else None, empty)
    named = _attributes(context, id=control_id, name=name, **_told(control_id, hint))
    control = format_html("<select{}>{}</select>", named, written)
    return _field(control_id, label, hint, control)


@register.simple_tag(takes_context=True)
def cell_field(
    context: Context, label: str, name: str, at: object, value: object, **attributes: object
) -> SafeString:
    """A line to write in among others of a row: `name` has `{}` where the row is named, as in "bid-{}"."""
    control = _control(context, name=name.format(at), value="" if value is None else value, **attributes)
    return format_html("<label>{} {}</label>", label, control)


@register.simple_tag(takes_context=True)
def cell_choice(
    context: Context,
    label: str,
    name: str,
    at: object,
    options: Iterable[object],
    chosen: object = None,
    *,
    empty: str = "",
) -> SafeString:
    """One of several in a row, with a label that is heard and not seen."""
    named = _attributes(context, **{"name": name.format(at), "aria-label": label})
    return format_html("<select{}>{}</select>", named, _options(context, options, chosen, empty))


def _options(context: Context, options: Iterable[object], chosen: object, empty: str) -> SafeString:
    listed = [option if isinstance(option, tuple) else (option, option) for option in options or ()]
    none = format_html('<option value="">{}</option>', empty) if empty else NOTHING
    return none + format_html_join(
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


def _own_id(control_id: str, key: object) -> str:
    return f"{control_id}-{key}" if key != "" else control_id


def _field(control_id: str, label: str, hint: str, control: SafeString) -> SafeString:
    helped = format_html('<p class="help" id="{}-help">{}</p>', control_id, hint) if hint else NOTHING
    return format_html(
        '<div class="field"><label for="{}">{}</label>{}{}</div>', control_id, label, helped, control
    )


def _told(control_id: str, hint: str, *, wrong: bool = False) -> dict[str, object]:
    """What a screen reader is told of a control beside its label."""
    places = [f"{control_id}-help"] * bool(hint) + ["refusal"] * wrong
    described: dict[str, object] = {"aria-describedby": " ".join(places)} if places else {}
    return {"aria-invalid": "true"} | described if wrong else described


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


def _is_own(context: Context, key: object, act: str, only: object) -> bool:
    """Whether what was typed was typed here."""
    refused = context.get("typed_act", context.get("act"))
    return (not act or refused == act) and (only is ALL or str(only) == str(key))


def _typed(context: Context, name: str) -> object:
    return (context.get("typed") or {}).get(name, "")
