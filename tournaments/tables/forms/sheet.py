"""The grid of a scoresheet: from a form to a sheet, from a report back to it, and what the page shows.

It translates; what is right or wrong the check says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.whoopie.deals_ahead import stanzas_of_cycles, stanzas_planned
from rules_engine.whoopie.document import RecordDocument, StanzaDocument
from sanctioning.kit.typed_input import whole_number
from sanctioning.templatetags.saas import minus, named
from tournaments.formats.documents import Planned
from tournaments.formats.kept_check import KeptFinding, StanzaAnswer
from tournaments.tables.paper_sheets import (
    LEAVES,
    SITS_DOWN,
    GridCell,
    GridRow,
    Ground,
    LaidOut,
    PaperSheet,
    SeatChange,
)
from tournaments.tables.record_sheets import SIGNS, changes_of
from tournaments.tables.services.paper_sheets import SheetCheck
from tournaments.tables.typed_incidents import fields_of_incident, fits

LINES: Final = 4
MORE_ROWS: Final = 5
MOST_ROWS: Final = 80
MOST_LINES: Final = 60
OF_AN_INCIDENT: Final = ("stanza", "kind", "player", "trick", "card", "number", "reason")
OF_A_CHANGE: Final = ("before", "player", "kind", "left_of")


@dataclass(frozen=True, slots=True, kw_only=True)
class CellView:
    """One player in one stanza; `total` is as written, `computed` as the rules give it."""

    player: str
    name: str
    seated: bool
    deals: bool
    bid: str
    made: str
    total: str
    computed: str
    wrong_bid: str = ""
    wrong_made: str = ""
    wrong_total: str = ""

    @property
    def away(self) -> bool:
        return not self.seated


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView:
    number: int
    fixed: bool
    cards: str
    cards_due: int
    dealer: str
    dealer_due: str
    cells: tuple[CellView, ...]
    hint: str = ""
    notes: tuple[str, ...] = ()
    wrongs: tuple[str, ...] = ()

    @property
    def dealers(self) -> list[tuple[str, str]]:
        """Who can be chosen as dealer; whose turn it is needs no naming."""
        return [(self._named(cell.player), cell.name) for cell in self.cells if cell.seated]

    @property
    def dealer_named(self) -> str:
        return self._named(self.dealer)

    def _named(self, player: str) -> str:
        return "" if player == self.dealer_due else player


@dataclass(frozen=True, slots=True)
class SheetView:
    """What the page and its script show; `errors` are those of no row."""

    rows: tuple[RowView, ...]
    errors: tuple[str, ...]
    standing: tuple[tuple[int, str, str], ...]
    said: str


def kinds_of_change() -> list[tuple[str, str]]:
    return [(LEAVES, _("left")), (SITS_DOWN, _("sat down"))]


def blank_sheet(ground: Ground, planned: Planned, key: str) -> PaperSheet:
    """Every stanza that was planned and is not reported yet; of a game by the clock those of a full cycle."""
    players = len(ground.seats)
    rows = stanzas_planned(planned, players, ground.start) or stanzas_of_cycles(1, players, ground.start)
    first = len(ground.bodies) + 1
    last = max(first, min(rows, MOST_ROWS))
    return PaperSheet(rows=tuple(GridRow(number, {}) for number in range(first, last + 1)), key=key)


def sheet_typed(post: Mapping[str, str], ground: Ground) -> PaperSheet:
    """What was sent; a button for more rows adds some."""
    first = whole_number(post.get("first", "")) or len(ground.bodies) + 1
    count = min(whole_number(post.get("rows", "")) or 1, MOST_ROWS)
    count += MORE_ROWS if post.get("step") == "more" and count + MORE_ROWS <= MOST_ROWS else 0
    players = sorted(ground.known)

    def typed(name: str) -> str:
        return post.get(name, "").strip()[:12]

    return PaperSheet(
        rows=tuple(
            GridRow(
                number,
                {
                    player: GridCell(
                        *(typed(f"{field}-{number}-{player}") for field in ("bid", "made", "total"))
                    )
                    for player in players
                },
                typed(f"cards-{number}"),
                post.get(f"dealer-{number}", "").strip(),
            )
            for number in range(first, first + count)
        ),
        incidents=tuple(
            line
            for line in (
                {field: post.get(f"incident-{at}-{field}", "").strip() for field in OF_AN_INCIDENT}
                for at in range(_lines(post, "incidents"))
            )
            if line["kind"]
        ),
        changes=tuple(
            SeatChange(at, *(post.get(f"change-{at}-{field}", "").strip() for field in OF_A_CHANGE))
            for at in range(_lines(post, "changes"))
            if post.get(f"change-{at}-player")
        ),
        first_dealer=post["first_dealer"] if post.get("first_dealer") in ground.seats else "",
        key=post.get("key", "")[:70],
    )


def padded(lines: list[dict[str, object]]) -> list[dict[str, object]]:
    """The lines of a form with some empty ones after them."""
    return lines + [{} for _line in range(max(1, LINES - len(lines)))]


def _lines(post: Mapping[str, str], name: str) -> int:
    return min(whole_number(post.get(name, "")) or LINES, MOST_LINES)


def sheet_of_record(document: RecordDocument, key: str) -> PaperSheet | None:
    """A report by scores as the grid shows it; None for one that holds more than a grid can."""
    rows: list[GridRow] = []
    incidents: list[dict[str, str]] = []
    for number, body in enumerate(document["stanzas"], start=1):
        reported = body.get("incidents", [])
        if "tricks" in body or "hands" in body or not all(map(fits, reported)):
            return None
        rows.append(_row_of(number, body))
        incidents += [{"stanza": str(number), **fields_of_incident(incident)} for incident in reported]
    return PaperSheet(tuple(rows), tuple(incidents), changes_of(document), document["first_dealer"], key)


def _row_of(number: int, body: StanzaDocument) -> GridRow:
    taken, made, scores = body.get("taken", {}), body.get("made", {}), body.get("scores", {})
    return GridRow(
        number,
        {
            player: GridCell(
                str(bid),
                str(taken[player]) if player in taken else SIGNS[made.get(player)],
                str(scores.get(player, "")),
            )
            for player, bid in body["bids"]
        },
        str(body["cards"]),
        body["dealer"],
    )


def view_of(
    check: SheetCheck, ground: Ground, names: Mapping[str, str], columns: tuple[str, ...]
) -> SheetView:
    """The grid with the engine's answer in its cells."""
    answers, layout = check.document["stanzas"], check.layout
    findings: dict[int, list[KeptFinding]] = {}
    for finding in check.document["findings"]:
        findings.setdefault(finding["stanza"] or 0, []).append(finding)
    rows = [_fixed(number, body, answers, names, columns) for number, body in enumerate(ground.bodies, 1)]
    for laid in layout.rows:
        number = laid.row.number
        scores = answers[number - 1]["scores"] if number <= len(answers) else {}
        rows.append(_row(laid, scores, findings.get(number, []), names, columns, laid is layout.gap))
    errors = [
        *layout.wrong.values(),
        check.unreadable,
        *(finding["message"] for finding in findings.get(0, ())),
    ]
    return SheetView(
        rows=tuple(rows),
        errors=tuple(named(error, dict(names)) for error in errors if error),
        standing=tuple(
            (place, names.get(player, player), minus(score))
            for place, player, score in check.document["ranking"]
        ),
        said=_said(len(answers), len(check.document["findings"]), check.is_over),
    )


def errors_found(check: SheetCheck, names: Mapping[str, str]) -> tuple[str, ...]:
    """What the check found that must be corrected or settled, each with its stanza."""
    places = {True: "%(what)s", False: _("Stanza %(number)s: %(what)s")}
    return tuple(
        places[finding["stanza"] is None]
        % {"number": finding["stanza"], "what": named(finding["message"], dict(names))}
        for finding in check.document["findings"]
        if finding["severity"] == "error"
    )


def _said(stanzas: int, findings: int, is_over: bool) -> str:
    if not stanzas:
        return _("No stanza is complete yet.")
    sentence = ngettext(
        "%(stanzas)s stanza is complete; findings: %(findings)s.",
        "%(stanzas)s stanzas are complete; findings: %(findings)s.",
        stanzas,
    ) % {"stanzas": stanzas, "findings": findings}
    return f"{sentence} {_('The game has come to its planned end.')}" if is_over else sentence


def _fixed(
    number: int,
    body: StanzaDocument,
    answers: Sequence[StanzaAnswer],
    names: Mapping[str, str],
    columns: tuple[str, ...],
) -> RowView:
    """A stanza that was reported from the table: to be read."""
    row = _row_of(number, body)
    scores = answers[number - 1]["scores"] if number <= len(answers) else {}
    cells = [
        CellView(
            player=player,
            name=names[player],
            seated=player in row.cells,
            deals=player == body["dealer"],
            bid=cell.bid,
            made=cell.made,
            total=cell.total,
            computed=minus(scores[player]) if player in scores else "",
        )
        for player in columns
        for cell in (row.cells.get(player, GridCell()),)
    ]
    return RowView(
        number=number,
        fixed=True,
        cards=str(body["cards"]),
        cards_due=body["cards"],
        dealer="",
        dealer_due=body["dealer"],
        cells=tuple(cells),
    )


def _row(
    laid: LaidOut,
    scores: Mapping[str, int],
    findings: list[KeptFinding],
    names: Mapping[str, str],
    columns: tuple[str, ...],
    gap: bool,
) -> RowView:
    number, wrong = laid.row.number, dict(laid.wrong)
    notes = []
    for finding in findings:
        where = _field(finding["code"], number, finding["player"])
        text = named(finding["message"], dict(names))
        if where and where not in wrong:
            wrong[where] = text
        else:
            notes.append(text)
    if gap:
        notes.append(_("This stanza is not complete."))
    dealer = laid.row.dealer if laid.row.dealer in laid.table else laid.deal.dealer
    hint = "" if laid.forbidden is None else _("not %(bid)s") % {"bid": laid.forbidden}
    return RowView(
        number=number,
        fixed=False,
        cards=laid.row.cards,
        cards_due=laid.deal.cards,
        dealer=dealer,
        dealer_due=laid.deal.dealer,
        hint=hint,
        cells=tuple(_cell(laid, player, dealer, scores, wrong, names) for player in columns),
        notes=tuple(notes),
        wrongs=tuple(wrong.values()),
    )


def _cell(
    laid: LaidOut,
    player: str,
    dealer: str,
    scores: Mapping[str, int],
    wrong: Mapping[str, str],
    names: Mapping[str, str],
) -> CellView:
    cell, where = laid.row.cells.get(player, GridCell()), f"{laid.row.number}-{player}"
    seated = player in laid.table
    return CellView(
        player=player,
        name=names.get(player, player),
        seated=seated,
        deals=player == dealer,
        bid=cell.bid,
        made=cell.made,
        total=cell.total,
        computed=minus(scores[player]) if seated and player in scores else "",
        wrong_bid=wrong.get(f"bid-{where}", ""),
        wrong_made=wrong.get(f"made-{where}", ""),
        wrong_total=wrong.get(f"total-{where}", ""),
    )


def _field(code: str, number: int, player: str | None) -> str:
    """The cell that a finding is about, if it is one."""
    if not player:
        return ""
    if code == "score-mismatch":
        return f"total-{number}-{player}"
    return f"bid-{number}-{player}" if code.startswith("bid-") else ""
