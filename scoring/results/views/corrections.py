"""Correcting a certified result by order: on the slips of an event, in the grid of a sheet, or by record.

Before it is certified the page shows what would change. Whatever was typed stands in the page again.
"""

from __future__ import annotations

import json
import uuid
from dataclasses import asdict
from typing import Any, Final, cast

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules_engine.reading import Malformed
from rules_engine.whoopie.document import RecordDocument
from rules_engine.whoopie.record import FORMAT
from sanctioning.identity.names import full_name, telling_apart
from sanctioning.kit.clock import moment
from sanctioning.kit.pages.asker import signed_in
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.keys import without_key
from sanctioning.people.models.person import Person
from scoring.results.forms import SEND, OrderForm, corrected_answer
from scoring.results.selectors.correction_effects import effects_of_correction
from scoring.results.selectors.record_to_correct import MOST, record_to_correct, reported_record
from scoring.results.services.corrections import correct_result, require_may_order
from scoring.results.services.slip_corrections import made_of_slips
from scoring.results.views.events_and_games import find_game, game_context
from scoring.results.views.game_acts import ReportForm
from scoring.results.views.slip_corrections import SlipOrderPage
from tournaments.events.addresses import GameLabel
from tournaments.formats.kept_check import no_stanzas
from tournaments.formats.registry import format_named
from tournaments.games.models import Game
from tournaments.games.views import game_or_404, void_instead
from tournaments.justice.rulings.selectors.amendments import amendments_of
from tournaments.tables.forms.sheet import kinds_of_change, padded, sheet_typed, view_of
from tournaments.tables.forms.stanza import KINDS
from tournaments.tables.paper_sheets import Layout, PaperSheet, lay_out
from tournaments.tables.record_sheets import RecordSheet, record_sheet
from tournaments.tables.services.paper_sheets import SheetCheck, require_whole

MORE: Final = "more"
CHECK: Final = "check"


class CorrectionForm(OrderForm, ReportForm):
    """The corrected record, and the order behind it."""


@require_http_methods(["GET", "HEAD", "POST"])
@without_key("An order has a key of its own, and what it would change is looked at as often as you like.")
@signed_in
def correct(request: HttpRequest, person: Person, slug: str, game: GameLabel) -> HttpResponse:
    """Correct a certified result by order; everything that follows from it follows by itself."""
    context = game_context(find_game(slug, game, person), game, person)
    try:
        require_may_order(by=person, at=moment(None))
    except Refusal as refusal:
        refused = {"refusal": refusal, "typed_reason": request.POST.get("why", "")}
        return render(request, "403.html", refused, status=refusal.status)
    model = game_or_404(slug, game)
    if void := void_instead(request, model):
        return void
    by_record = "text" in request.POST or "file" in request.FILES or "by" in request.GET
    if not by_record and ("slips" in request.POST or made_of_slips(model)):
        return SlipOrderPage(request, person, model, context).answer()
    if format_named(model.event.format).hands_in_slips:
        context["slips_instead"] = made_of_slips(model)
        context["sent_whole"] = not context["slips_instead"]
    grid = None if by_record else grid_of(model, request.POST.get("key", ""))
    page = CorrectionPage(request, person, model, context, grid)
    return page.answer()


def grid_of(game: Game, key: str) -> RecordSheet | None:
    """The record that was reported as a grid; None for a game that has no such sheet."""
    reported = reported_record(game)
    if reported is None or reported[0].get("format") != FORMAT:
        return None
    document, check = reported
    players = game.players.values_list("record_id", flat=True)
    return record_sheet(cast(RecordDocument, document), check["stanzas"], key or str(uuid.uuid4()), players)


class CorrectionPage:
    """One request: the page as it was sent, what it would change, or the corrected result."""

    def __init__(
        self,
        request: HttpRequest,
        person: Person,
        game: Game,
        context: dict[str, object],
        grid: RecordSheet | None,
    ) -> None:
        self.request, self.person, self.game, self.grid = request, person, game, grid
        self.context = {**context, "grid": grid}
        self.step = request.POST.get("step", SEND)
        self.sheet = grid.sheet if grid else None
        self.layout: Layout | None = None

    def answer(self) -> HttpResponse:
        if self.request.method != "POST":
            begun: dict[str, object] = {"key": self.grid.sheet.key if self.grid else str(uuid.uuid4())}
            if self.grid is None:
                begun["text"] = record_to_correct(self.game)
            return self._shown(self._form(initial=begun))
        if self.grid is not None:
            self.sheet = sheet_typed(self.request.POST.dict(), self.grid.ground)
        looks = self.step != SEND
        form = self._form(self.request.POST, self.request.FILES, looks=looks)
        if not form.is_valid():
            return self._shown(form, status=422)
        if self.step in (MORE, CHECK):
            return self._shown(form)
        cleaned = form.cleaned_data
        try:
            data = form.record() if isinstance(form, CorrectionForm) else self._corrected()
        except Refusal as refusal:
            return self._shown(form, refusal=refusal)
        if isinstance(form, CorrectionForm):
            form = self._with_the_record(form, data, new_key=not looks)
        try:
            if looks:
                effects = effects_of_correction(
                    by=self.person, game=self.game, data=data, settled_because=cleaned["settled_because"]
                )
                return self._shown(form, effects=effects)
            corrected = correct_result(
                by=self.person,
                game=self.game,
                data=data,
                ruling=cleaned["ruling"],
                why=cleaned["why"],
                settled_because=cleaned["settled_because"],
                idempotency_key=cleaned["key"] or str(uuid.uuid4()),
            )
        except Refusal as refusal:
            return self._shown(form, refusal=refusal)
        return corrected_answer(self.request, self.game, corrected)

    def _form(self, *args: Any, **kwargs: Any) -> OrderForm:
        return OrderForm(*args, **kwargs) if self.grid else CorrectionForm(*args, **kwargs)

    def _with_the_record(self, form: CorrectionForm, data: bytes, *, new_key: bool) -> OrderForm:
        """The form again with the text of the file, which a browser does not send twice."""
        text = data.decode(errors="replace")
        cleaned = form.cleaned_data
        initial = {name: cleaned[name] for name in ("ruling", "why", "settled_because", "key")}
        if new_key:
            initial["key"] = str(uuid.uuid4())
        return self._form(initial={**initial, "text": text if len(text) <= MOST else ""})

    def _corrected(self) -> bytes:
        """The record with what is typed in the grid."""
        assert self.grid is not None, "by a grid"
        assert self.sheet is not None, "a grid has a sheet"
        layout = lay_out(self.grid.ground, self.sheet)
        require_whole(layout)
        try:
            return json.dumps(self.grid.corrected(layout), ensure_ascii=False).encode()
        except Malformed as wrong:
            raise Refusal(
                code="record-malformed",
                sentence=_("The sheet cannot be read: %(why)s.") % {"why": wrong.message},
                rule=_("I/Scoring: of every stanza each player's bid is reported, and whether they made it."),
                remedy=_("Look at the stanza you changed last. Everything you typed has been kept."),
                status=422,
            ) from None

    def _shown(
        self, form: OrderForm, *, refusal: Refusal | None = None, effects: Any = None, status: int = 200
    ) -> HttpResponse:
        context = {**self.context, "form": form, "refusal": refusal, "effects": effects, "corrects": True}
        if self.grid is not None and self.sheet is not None:
            context |= self._grid(self.grid, self.sheet)
        status = refusal.status if refusal else status
        return render(self.request, "scoring/results/correct.html", context, status=status)

    def _grid(self, grid: RecordSheet, sheet: PaperSheet) -> dict[str, object]:
        """The grid as it is typed, with what the rules make of it."""
        check = self._checked(grid, sheet)
        players = self.game.players.select_related("person__merged_into")
        players = players.order_by(F("seat").asc(nulls_last=True), "pk")
        named = telling_apart(full_name, (player.person for player in players))
        names = {player.record_id: named(player.person) for player in players}
        everybody = tuple(dict.fromkeys((*names, *grid.ground.seats)))
        names |= {player: player for player in everybody if player not in names}
        sat = {*grid.ground.seats, *(change.player for change in sheet.changes)}
        columns = tuple(player for player in everybody if player in sat)
        return {
            "view": view_of(check, grid.ground, names, columns),
            "sheet": sheet,
            "columns": [(player, names[player]) for player in columns],
            "everybody": [(player, names[player]) for player in everybody],
            "incidents": padded([dict(incident) for incident in sheet.incidents]),
            "changes": padded([asdict(change) for change in sheet.changes]),
            "kinds_of_change": kinds_of_change(),
            "kinds": KINDS,
            "changed": grid.changed(check.layout),
            "cards_reported": any("tricks" in body for body in grid.document["stanzas"]),
        }

    def _checked(self, grid: RecordSheet, sheet: PaperSheet) -> SheetCheck:
        layout = lay_out(grid.ground, sheet)
        empty = no_stanzas()
        try:
            played = format_named(self.game.event.format)
            stands = played.amended(grid.corrected(layout), amendments_of(self.game))
            document = played.check(json.dumps(stands, ensure_ascii=False).encode()).document
        except Malformed as wrong:
            return SheetCheck(layout, empty, is_over=False, unreadable=wrong.message)
        except Refusal as wrong:
            return SheetCheck(layout, empty, is_over=False, unreadable=wrong.sentence)
        return SheetCheck(layout, document, is_over=False)
