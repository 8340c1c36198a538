"""What a browser would send of a form as a page has it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any, Final

OF_THE_PAGE: Final = ("csrfmiddlewaretoken", "form_key")


class Fields(HTMLParser):
    """The fields of a form, without its buttons; a name that comes more than once is a list, an option
    without a value its words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: dict[str, Any] = {}
        self.choosing = self.writing = ""
        self.reading = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("name") or ""
        if tag == "select":
            self.choosing = name
        elif tag == "option" and self.choosing and ("selected" in given or self.choosing not in self.sent):
            self.sent[self.choosing] = given.get("value") or ""
            self.reading = "value" not in given
        elif tag == "textarea":
            self.writing = name
            self.sent[name] = ""
        elif tag == "input" and name and "disabled" not in given:
            self._keep(name, given.get("value") or "")

    def handle_data(self, data: str) -> None:
        if self.reading:
            self.sent[self.choosing] += data
        elif self.writing:
            self.sent[self.writing] += data.removeprefix("\n") if not self.sent[self.writing] else data

    def handle_endtag(self, tag: str) -> None:
        if tag in ("select", "option"):
            self.reading = False
        if tag == "select":
            self.choosing = ""
        elif tag == "textarea":
            self.writing = ""

    def _keep(self, name: str, value: str) -> None:
        before = self.sent.get(name)
        if before is None:
            self.sent[name] = value
        else:
            self.sent[name] = [*before, value] if isinstance(before, list) else [before, value]


def filled(page: str, kind: str) -> dict[str, Any]:
    """The form with this class, but for what makes it this page's own."""
    form = page[page.index(f'<form class="{kind}"') :].split("</form>")[0]
    return {name: value for name, value in Fields(form).sent.items() if name not in OF_THE_PAGE}
