"""People who hide, and what a page or a paper says of them."""

from __future__ import annotations

import datetime as dt
import io
import re
from collections.abc import Sequence
from typing import Any

import pypdfium2

from sanctioning.kit.clock import today
from sanctioning.people.models.person import Person, PrivateData, Publicity

TO_A_PLAYER = re.compile(r'href="/players/([^"/]+)/')


def hide(people: Sequence[Person]) -> tuple[dict[Person, re.Pattern[str]], set[str]]:
    """Every second one is shown by the number, the others are under age from now on, and nobody has a public
    page; what names them, and the numbers of whoever has no page."""
    Person.objects.update(publicity=Publicity.RESULTS)
    child = today() - dt.timedelta(days=4000)
    for index, person in enumerate(people):
        if index % 2:
            PrivateData.objects.update_or_create(person=person, defaults={"birth_date": child})
        else:
            Person.objects.filter(pk=person.pk).update(publicity=Publicity.NUMBER)
    closed = set(Person.objects.values_list("number", flat=True))
    return {person: re.compile(rf"\b{person.family_name}\b") for person in people}, closed


def readable(answer: Any) -> str:
    """The text of an answer, of a PDF what stands on its pages."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if body.startswith(b"%PDF") and b"%%EOF" in body:
        with pypdfium2.PdfDocument(io.BytesIO(body)) as paper:
            return " ".join(leaf.get_textpage().get_text_range() for leaf in paper)
    return body.decode(errors="replace")


def led_to_players(text: str) -> set[str]:
    """The numbers whose pages the text links to."""
    return set(TO_A_PLAYER.findall(text))
