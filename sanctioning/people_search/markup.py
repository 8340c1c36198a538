"""The field that asks for somebody, as a page writes it: the line, and whom the page asks back about."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from sanctioning.people_search.selectors import FoundPerson

LONGEST = 200
"""As much as a name with its number, and some words more."""


def attributes_of_field() -> dict[str, Any]:
    """What the script finds in the line (`static/js/finder.js`)."""
    return {
        "class": "person-input",
        "autocomplete": "off",
        "autocapitalize": "none",
        "spellcheck": "false",
        "maxlength": LONGEST,
        "data-people": reverse("api-find-people"),
        "data-style": static("css/found.css"),
        "data-list": _("People found"),
        "data-one": _("1 person found. Choose with the arrow keys."),
        "data-many": _("NUMBER people found. Choose with the arrow keys."),
        "data-none": _("Nobody found. Check the spelling, or type the number."),
        "data-nearest": _("Nobody has that name. The closest are:"),
        "data-more": _("There are more. Keep typing to narrow them down."),
        "data-born": _("born"),
        "data-double": _("possible duplicate"),
    }


def attributes_of_newcomers(address: str) -> dict[str, Any]:
    """Where a name that nobody has is entered without a number: in the form itself, where it asks for a new
    name, else at the address."""
    if not address:
        return {}
    return {"data-newcomers": address, "data-newcomer": _("Enter “NAME” without a number")}


def attributes_of_box(names: Mapping[str, str]) -> dict[str, Any]:
    """What the script finds in the box for several people (`static/js/several-people.js`); `names` are of
    those whose numbers are in it."""
    line = attributes_of_field()
    finds_at = line.pop("data-people")
    del line["class"], line["maxlength"]
    return {
        **line,
        "data-several": finds_at,
        "data-names": json.dumps(names),
        "data-chosen": _("Chosen people"),
        "data-added": _("NAME is added."),
        "data-removed": _("NAME is removed."),
        "data-remove": _("Remove NAME"),
    }


def script_of_box() -> SafeString:
    """Before the one of a line, which then finds the line that it makes. It takes the words away."""
    words = format_html('<p class="help">{}</p>', _("One on each line."))
    own = format_html('<script src="{}" defer></script>', static("js/several-people.js"))
    return words + own + script()


def script() -> SafeString:
    return format_html('<script src="{}" defer></script>', static("js/finder.js"))


def asked_back(name: str, choices: Sequence[FoundPerson], formaction: str = "") -> SafeString:
    """A button for each who may be meant; it sends the form with the number in place of what was typed."""
    if not choices:
        return mark_safe("")
    action = format_html(' formaction="{}"', formaction) if formaction else ""
    buttons = format_html_join(
        "",
        '<li><button class="second" name="{}" value="{}"{}>{}</button> {}{}</li>',
        ((name, person.number, action, person.name, _aside(person), _double(person)) for person in choices),
    )
    return format_html('<ul class="plain people-asked">{}</ul>', buttons)


def _aside(person: FoundPerson) -> SafeString:
    born = _("born %(year)s") % {"year": person.born} if person.born else ""
    number = "" if person.number == person.name else person.number
    return format_html(
        '<span class="quiet">{}</span>', " · ".join(filter(None, (number, person.club_name, born)))
    )


def _double(person: FoundPerson) -> SafeString:
    if not person.double:
        return mark_safe("")
    return format_html(' <span class="badge warn">{}</span>', _("possible duplicate"))
