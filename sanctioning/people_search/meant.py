"""Whom a text means: a number, or a name that one person alone has; else whom it may mean.

What the page of a form shows beside its field, without a script too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from sanctioning.identity.found_by import NUMBER, written_out
from sanctioning.identity.lookup import person_numbered
from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person
from sanctioning.people_search.audience import Audience
from sanctioning.people_search.selectors import MOST, FoundPerson, as_seen, search


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """`person` where it is certain; else `wrong` says why not, and `choices` who may be meant."""

    text: str
    person: Person | None = None
    choices: tuple[FoundPerson, ...] = ()
    wrong: str = ""


def meant(*, asker: Person | None, text: str) -> Meant:
    """The person of a text that was typed, or picked from a list: `Dora Dale, W-00017-4`.

    Several questions only where it is no number. One person is certain who alone has every word whole.
    """
    text = text.strip()
    number = NUMBER.search(text)
    if number:
        person = person_numbered(number=written_out(number))
        return Meant(text=text, person=person, wrong="" if person else nobody_has(text))
    if not text:
        return Meant(text=text, wrong=_("Type a name or a number."))
    audience = Audience.of(asker, today())
    matches, nearest = search(audience, text)
    whole = [match.person for match in matches if match.whole]
    if len(whole) == 1:
        return Meant(text=text, person=whole[0])
    choices = as_seen(audience, [match.person for match in matches[:MOST]])
    return Meant(text=text, choices=choices, wrong=_words(text, choices, nearest, len(matches) > MOST))


def understood(
    *, asker: Person | None, typed: QueryDict, names: Iterable[str]
) -> tuple[dict[str, str], dict[str, Meant]]:
    """What a form posts, with the number in each of these fields that names somebody; and what is unclear, by
    field. A field that is empty or was not sent stays so."""
    read = {name: str(typed[name]) for name in typed}
    unclear = {}
    for name in names:
        if read.get(name, "").strip():
            answer = meant(asker=asker, text=read[name])
            if answer.person is None:
                unclear[name] = answer
            else:
                read[name] = answer.person.number
    return read, unclear


def nobody_has(text: str) -> str:
    """Said of a text that finds nobody; one with a figure in it was meant as a number."""
    if any(map(str.isdecimal, text)):
        return _("Nobody has this number. Check it, or type the name.")
    return _("We found nobody called “%(text)s”. Check the spelling, or type the number.") % {"text": text}


def _words(text: str, choices: tuple[FoundPerson, ...], nearest: bool, more: bool) -> str:
    if not choices:
        return nobody_has(text)
    if nearest:
        return _("We found nobody called “%(text)s”. Is it one of these?") % {"text": text}
    if more:
        return _("Many people match “%(text)s”. Choose one of these, or type more of the name.") % {
            "text": text
        }
    return _("Who is “%(text)s”? Choose one.") % {"text": text}
