"""Controls of forms beside buttons: what a form of one or two fields needs, with its label, hint and limits.

Invariant: what stands in a control is escaped as the template would escape it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any, cast

from django import template
from django.template.base import render_value_in_context
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from sanctioning.people_search.markup import asked_back, attributes_of_field, attributes_of_newcomers, script

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
    error: str = "",
    aside: str = "",
    unseen: bool = False,
    suggested: Iterable[str] = (),
    after: SafeString = NOTHING,
    **attributes: object,
) -> SafeString:
    """A line to write in. `key` tells the controls of several things of one page apart.

    What was typed stays if the act was refused: `of` names the act that the control belongs to, `only` the
    key of the thing that was typed for. In other controls stands `otherwise`. `wrong` marks what was refused,
    `error` says it below the line. `aside` stands small in the label, which is only heard if it is `unseen`;
    what is `suggested` can be picked; `after` is written below the line.
    """
    control_id = _own_id(control_id, key)
    own = _is_own(context, key, of, only)
    typed = _typed(context, name) if of else value
    shown = (typed or "" if own else otherwise) if of or only is not ALL else typed
    written = {} if shown is None else {"value": shown}
    described = _told(control_id, hint, wrong=bool(wrong and own), error=error)
    names, listed = _suggested(control_id, suggested)
    control = _control(context, id=control_id, name=name, **written, **described, **names, **attributes)
    label = format_html('{} <span class="quiet">{}</span>', label, aside) if aside else label
    return _field(control_id, label, hint, control + listed + after, error=error, unseen=unseen)


@register.simple_tag(takes_context=True)
def code_field(context: Context, control_id: str, name: str, label: str, **attributes: Any) -> SafeString:
    """A line for a number of a person or a code."""
    as_code = {"class": "code-input", "autocomplete": "off", "spellcheck": "false"}
    return field(context, control_id, name, label, **as_code | attributes)


@register.simple_tag(takes_context=True)
def person_field(
    context: Context,
    control_id: str,
    name: str,
    label: str,
    *,
    value: object = "",
    key: object = "",
    of: str = "",
    only: object = ALL,
    formaction: str = "",
    newcomers: str = "",
    **attributes: Any,
) -> SafeString:
    """A line for somebody's name or number. Where it is unclear who is meant (`unclear` in the context, by
    the name of the field), it says so and offers whom it may be; each sends the form, to `formaction`.
    Whom nobody is called may be entered at `newcomers`."""
    asked = attributes_of_field() | attributes_of_newcomers(newcomers) | attributes
    meant = (context.get("unclear") or {}).get(name) if _is_own(context, key, of, only) else None
    if meant is None:
        return field(
            context, control_id, name, label, key=key, value=value, of=of, only=only, after=script(), **asked
        )
    choices = asked_back(name, meant.choices, formaction) + script()
    return field(
        context, control_id, name, label, key=key, value=meant.text, error=meant.wrong, after=choices, **asked
    )


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
    error: str = "",
    box: str = "",
    **attributes: object,
) -> SafeString:
    """Lines to write in, as for a reason; `box` is a further class of what holds them with their label."""
    control_id = _own_id(control_id, key)
    own = _is_own(context, key, of, only)
    typed = _typed(context, name) if of else value
    described = _told(control_id, hint, wrong=bool(wrong and own), error=error)
    control = format_html(
        "<textarea{}>{}</textarea>",
        _attributes(context, id=control_id, name=name, **described, **attributes),
        render_value_in_context(typed if own else otherwise, context),
    )
    return _field(control_id, label, hint, control, error=error, box=box)


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
    aside: str = "",
    **attributes: Any,
) -> SafeString:
    """A box to tick, or with `type="radio"` one of several: `checked`, or among what is `chosen`.

    What stands `aside` is said beside a label that is then strong. Without an id the label holds the box.
    """
    identity: dict[str, object] = {"id": _own_id(control_id, key)} if control_id else {}
    value = attributes.get("value")
    picked = checked or (
        value == chosen if isinstance(chosen, str) else value in cast(Iterable[object], chosen)
    )
    if of:
        picked = _typed(context, name)
    picked = picked and _is_own(context, key, of, only)
    kind = attributes.pop("type", "checkbox")
    control = _control(context, type=kind, **identity, name=name, **attributes, checked=bool(picked))
    if aside:
        strong = '<strong class="nowrap">{}</strong> <span class="quiet">{}</span>'
        label = format_html(strong, label, aside)
    held_by = format_html(' for="{}"', identity["id"]) if identity else NOTHING
    return format_html("<label{}>{} {}</label>", held_by, control, label)


@register.simple_tag(takes_context=True)
def cell_tick(
    context: Context, name: str, value: object, label: str, *, chosen: object = False, ready: object = True
) -> SafeString:
    """A box to tick in a row of a table, with a label that is heard and not seen.

    `chosen` says whether it is ticked, or lists all that are; only what is `ready` can be.
    """
    picked = chosen if isinstance(chosen, bool) else value in cast(Iterable[object], chosen)
    control = _control(context, type="checkbox", name=name, value=value, checked=picked, disabled=not ready)
    return format_html('<label>{} <span class="unseen">{}</span></label>', control, label)


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
    box: str = "",
    **attributes: object,
) -> SafeString:
    """One of several: pairs of what is sent and its words, or what is both. `empty` is the word for none."""
    control_id = _own_id(control_id, key)
    own = _is_own(context, key, "", only)
    written = _options(context, options, chosen if own else None, empty)
    named = _attributes(context, id=control_id, name=name, **_told(control_id, hint), **attributes)
    control = format_html("<select{}>{}</select>", named, written)
    return _field(control_id, label, hint, control, box=box)


@register.simple_tag(takes_context=True)
def cell_field(
    context: Context, label: str, name: str, at: object, value: object, **attributes: object
) -> SafeString:
    """A line to write in among others of a row: `name` has `{}` where the row is named, as in "bid-{}"."""
    control = _control(context, name=name.format(at), value="" if value is None else value, **attributes)
    return format_html("<label>{} {}</label>", label, control)


@register.simple_tag(takes_context=True)
def grid_field(
    context: Context,
    label: str,
    name: str,
    at: object,
    value: object,
    *,
    wrong: object = "",
    more: Mapping[str, object] | None = None,
    **attributes: object,
) -> SafeString:
    """A cell of a grid to write in, with a label that is heard and not seen, unless one stands beside it.

    `more` are attributes that its column has. `wrong` says what is wrong with it, or just that it is: then
    the refusal above says what.
    """
    described: dict[str, object] = {"aria-invalid": "true"} if wrong else {}
    described |= {"title": wrong} if isinstance(wrong, str) and wrong else _told("", "", wrong=bool(wrong))
    return _control(
        context,
        name=name.format(at),
        value="" if value is None else value,
        **attributes,
        **(more or {}),
        aria_label=label or False,
        **described,
    )


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
    **attributes: object,
) -> SafeString:
    """One of several in a row, with a label that is heard and not seen, unless one stands around it."""
    named = _attributes(context, name=name.format(at), aria_label=label or False, **attributes)
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


def _field(
    control_id: str,
    label: str,
    hint: str,
    control: SafeString,
    *,
    error: str = "",
    box: str = "",
    unseen: bool = False,
) -> SafeString:
    helped = format_html('<p class="help" id="{}-help">{}</p>', control_id, hint) if hint else NOTHING
    refused = format_html('<p class="wrong" id="{}-wrong">{}</p>', control_id, error) if error else NOTHING
    return format_html(
        '<div class="field{}"><label{} for="{}">{}</label>{}{}{}</div>',
        *(f" {box}" if box else "", mark_safe(' class="unseen"' * unseen)),
        *(control_id, label, helped, control, refused),
    )


def _told(control_id: str, hint: str, *, wrong: bool = False, error: str = "") -> dict[str, object]:
    """What a screen reader is told of a control beside its label."""
    places = (
        [f"{control_id}-help"] * bool(hint)
        + ["refusal"] * (wrong and not error)
        + [f"{control_id}-wrong"] * bool(error)
    )
    described: dict[str, object] = {"aria-describedby": " ".join(places)} if places else {}
    return {"aria-invalid": "true"} | described if wrong or error else described


def _suggested(control_id: str, names: Iterable[str]) -> tuple[dict[str, object], SafeString]:
    """What a browser offers while somebody writes: how the line points to it, and the list itself."""
    options = format_html_join("", '<option value="{}"></option>', ((name,) for name in names or ()))
    if not options:
        return {}, NOTHING
    listed = format_html('<datalist id="{}-names">{}</datalist>', control_id, options)
    return {"list": f"{control_id}-names"}, listed


def _control(context: Context, **attributes: object) -> SafeString:
    return format_html("<input{}>", _attributes(context, **attributes))


def _attributes(context: Context, **attributes: object) -> SafeString:
    """In the order given. A true one stands by its name alone; one that is false is left out."""
    return format_html_join(
        "",
        " {}{}",
        (
            (
                name.replace("_", "-"),
                "" if value is True else format_html('="{}"', render_value_in_context(value, context)),
            )
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
