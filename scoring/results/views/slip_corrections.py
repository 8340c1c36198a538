"""Correcting the certified result of an event by order, on the slips of its tables.

Purpose: whoever orders it opens the slips that were wrong, each in the form in which it was sent, and writes
over what was wrong; the list says what is changed and what the check finds, and what would follow is shown
before it is certified.
Invariant: whatever was typed, into however many slips, is in the page again.
Terms: typed (by place, what the form sent of each slip that is open in it).
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import whole_number
from sanctioning.people.models.person import Person
from scoring.results.forms import LOOK, SEND, OrderForm, corrected_answer
from scoring.results.selectors.correction_effects import effects_of_slips
from scoring.results.services.slip_corrections import CorrectedSlip, correct_by_slips, with_corrections
from tournaments.games.models import Game
from tournaments.slips.event_folders import EventFolder, check_so_far, folder_of
from tournaments.slips.forms import SlipOfOrderForm, typed_body
from tournaments.slips.selectors.finding_names import names_in
from tournaments.slips.selectors.slips import SlipLine, initial_values, slip_list

OPEN: Final = "open"
LEAVE: Final = "leave"
MORE: Final = "more"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderedLine:
    """A slip of the list; `form` where it is open, `refusal` why it cannot be read as it is typed."""

    line: SlipLine
    form: SlipOfOrderForm | None
    changed: bool
    refusal: Refusal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderedPhase:
    title: str
    lines: tuple[OrderedLine, ...]

    @property
    def opened(self) -> bool:
        return any(line.form or line.line.findings for line in self.lines)

    @property
    def changed(self) -> int:
        return sum(line.changed for line in self.lines)


class SlipOrderPage:
    """One request: the slips as they are typed, what they would change, or the corrected result."""

    def __init__(self, request: HttpRequest, person: Person, game: Game, context: dict[str, object]) -> None:
        self.request, self.person, self.game, self.context = request, person, game, context
        self.standing = folder_of(game)
        step, _colon, self.place = request.POST.get("step", LOOK).partition(":")
        self.more_place, _colon, self.more = request.POST.get(MORE, "").partition(":")
        self.step = MORE if self.more else step
        self.typed = self._typed()

    def answer(self) -> HttpResponse:
        if self.request.method != "POST":
            return self._shown(OrderForm(initial={"key": str(uuid.uuid4())}))
        form = OrderForm(self.request.POST, looks=self.step != SEND)
        if not form.is_valid():
            return self._shown(form, status=422)
        cleaned = form.cleaned_data
        try:
            if self.step == LOOK:
                effects = effects_of_slips(
                    by=self.person,
                    game=self.game,
                    slips=self._slips(),
                    settled_because=cleaned["settled_because"],
                )
                return self._shown(form, effects=effects)
            if self.step == SEND:
                corrected = correct_by_slips(
                    by=self.person,
                    game=self.game,
                    slips=self._slips(),
                    ruling=cleaned["ruling"],
                    why=cleaned["why"],
                    settled_because=cleaned["settled_because"],
                    idempotency_key=cleaned["key"] or str(uuid.uuid4()),
                )
                return corrected_answer(self.request, self.game, corrected)
        except Refusal as refusal:
            return self._shown(form, refusal=refusal)
        return self._shown(form)

    def _typed(self) -> dict[str, dict[str, str]]:
        """By place what was sent of the slips that are open."""
        typed: dict[str, dict[str, str]] = {place: {} for place in self.request.POST.getlist(OPEN)}
        for name, words in self.request.POST.items():
            place, _colon, field = name.partition(":")
            if place in typed and field and isinstance(words, str):
                typed[place][field] = words
        if self.step == LEAVE:
            typed.pop(self.place, None)
        return typed

    def _slips(self) -> list[CorrectedSlip]:
        return [
            CorrectedSlip(place=place, typed=typed, replaces=whole_number(typed.get("replaces", "")) or 0)
            for place, typed in self.typed.items()
        ]

    def _shown(
        self, form: OrderForm, *, refusal: Refusal | None = None, effects: Any = None, status: int = 200
    ) -> HttpResponse:
        wrong: dict[str, Refusal] = {}
        folder = self.standing
        if self.typed:
            try:
                folder = with_corrections(self.standing, self._slips(), by=self.person, wrong=wrong)
                folder = replace(folder, looked_at=check_so_far(folder))
            except Refusal as unreadable:
                folder, refusal = self.standing, refusal or unreadable
        listed = slip_list(self.game, self.person, folder=folder, orders=True)
        phases = [
            OrderedPhase(
                title=phase.title, lines=tuple(self._line(line, folder, wrong) for line in phase.lines)
            )
            for phase in listed.phases
        ]
        here = {line.line.place for phase in phases for line in phase.lines}
        context = {
            **self.context,
            "form": form,
            "phases": phases,
            "changed": [line.line for phase in phases for line in phase.lines if line.changed],
            "findings": listed.findings,
            "names": names_in(folder),
            "grids": any(line.form and line.form.grids for phase in phases for line in phase.lines),
            "carried": [
                hidden
                for place, typed in self.typed.items()
                if place not in here
                for hidden in (
                    ("open", place),
                    *((f"{place}:{field}", words) for field, words in typed.items()),
                )
            ],
            "refusal": refusal,
            "effects": effects,
        }
        status = refusal.status if refusal else status
        return render(self.request, "scoring/results/correct_slips.html", context, status=status)

    def _line(self, line: SlipLine, folder: EventFolder, wrong: Mapping[str, Refusal]) -> OrderedLine:
        standing, now = self.standing.slips.get(line.place), folder.slips.get(line.place)
        typed: Mapping[str, object] | None = self.typed.get(line.place)
        if typed is None and self.step == OPEN and self.place == line.place:
            version = standing.version if standing else 0
            typed = typed_body(line, initial_values(line)) | {"replaces": version}
        form = None
        if typed is not None:
            more = self.more if self.more_place == line.place else ""
            form = SlipOfOrderForm(line=line, typed=typed, more=more)
            form.wrong = str(wrong[line.place].facts.get("field", "")) if line.place in wrong else ""
        return OrderedLine(
            line=line,
            form=form,
            changed=line.place in wrong or now is not standing,
            refusal=wrong.get(line.place),
        )
