"""Points brought forward: what somebody had won and had recorded before, by card game, blue ones apart.

Invariants: whatever is recorded was also won, so it stands in both books of the ledger; unrecorded points
stand in the book of points won alone. They count from the day of the document that they are cited from. A
degree that they bear is held from that day, by the certificate of then. Taken back, they stay in the ledger
with the entries that take them back.
Rule section: IV (Rating Points, recording, degrees of proficiency).
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from django.db.models import Count
from django.utils.translation import gettext

from rules_engine.card_games import CARD_GAMES, WHOOPIE
from sanctioning.kit.wording.localised import lazily as _
from scoring.imports.columns import ImportColumn, Wrong, points
from scoring.imports.models import Import, ImportRow
from scoring.imports.people_index import name_people
from scoring.imports.services.kinds.bringing_points import (
    bring_degrees,
    degree_imports_on,
    take_points_back,
    taking_back_problems,
)
from scoring.imports.services.kinds.kind import Draft, ImportCheck, ImportKind, Rows, Writing
from scoring.imports.services.kinds.people import WHO
from scoring.ledger import reasons
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.services.ledger import Posting, post
from scoring.points import NO_POINTS

Book = LedgerEntry.Book


def card_game(text: str, days: str) -> str:
    for game in CARD_GAMES.values():
        if text.casefold() in (game.slug, game.name.casefold()):
            return game.slug
    raise Wrong("card-game-unknown", text=text, known=", ".join(game.name for game in CARD_GAMES.values()))


CARD_GAME: Final = ImportColumn(
    name="card_game",
    label=_("Card game"),
    aliases=("card game", "game", "Kartenspiel", "Spiel"),
    help=_("Whoopie if none is named."),
    example="Whoopie",
    read=card_game,
)


def _points_of(name: str, label: str, help: str, example: str, *aliases: str) -> ImportColumn:
    return ImportColumn(name=name, label=label, aliases=aliases, help=help, example=example, read=points)


class Points(ImportKind):
    slug = "points"
    label = _("Points brought forward")
    help = _("Points of earlier years, recorded and not, and how many of them are blue.")
    cited = True
    names_people = True
    columns = (
        *WHO,
        CARD_GAME,
        _points_of(
            "recorded", _("Recorded points"), _("All points, including blue ones."), "112.5",
            "recorded points", "points", "registriert", "eingetragene Punkte", "Punkte",
        ),
        _points_of(
            "recorded_blue", _("Of the recorded, blue"), _("Empty means none."), "12.0",
            "recorded blue", "blue", "blue points", "blaue Punkte", "blau",
        ),
        _points_of(
            "unrecorded", _("Unrecorded points"), _("Won, but not recorded yet."), "8.0",
            "unrecorded points", "nicht eingetragen", "nicht eingetragene Punkte",
        ),
        _points_of(
            "unrecorded_blue", _("Of the unrecorded, blue"), _("Empty means none."), "",
            "unrecorded blue", "nicht eingetragene blaue Punkte",
        ),
    )  # fmt: skip

    def judge(self, check: ImportCheck, drafts: Sequence[Draft]) -> None:
        name_people(check, drafts)
        for draft in drafts:
            draft.values.setdefault("card_game", WHOOPIE.slug)
            _judge_points(draft)
            line_key = ("points", draft.person_id, draft.values["card_game"])
            if draft.person_id and not draft.faults and (before := check.line_before(line_key, draft.number)):
                draft.wrong("family_name", "twice-in-file", line=before)

    def write(self, writing: Writing, rows: Sequence[ImportRow]) -> None:
        importing = writing.importing
        reason = reasons.BROUGHT_FORWARD % {"source": importing.source, "day": importing.source_day}
        post(
            [
                Posting(
                    book=book,
                    card_game=row.values["card_game"],
                    person_id=row.person_id or 0,
                    points=counted,
                    blue=blue,
                    reason=reason,
                    brought_forward=row,
                    from_day=importing.source_day,
                )
                for row in rows
                for book, counted, blue in _in_books(row)
            ],
            ordered_by=writing.by,
            at=writing.at,
        )
        bring_degrees(writing, rows)

    def objections(self, importing: Import) -> list[str]:
        to_write = ImportRow.objects.filter(of=importing, outcome__in=["new", "uncertain"])
        people = to_write.exclude(choice="leave").filter(person__isnull=False)
        twice = (
            people.values("person__number", "values__card_game").annotate(rows=Count("pk")).filter(rows__gt=1)
        )
        return [
            gettext("%(number)s appears in several rows of one card game. Keep one of them.")
            % {"number": row["person__number"]}
            for row in twice[:5]
        ]

    def referring(self, importing: Import, rows: Rows) -> list[str]:
        return taking_back_problems(rows)

    def imports_to_undo_first(self, rows: Rows) -> list[int]:
        return degree_imports_on(rows)

    def take_back(self, writing: Writing, rows: Rows, why: str) -> None:
        take_points_back(writing, rows, why)


def _judge_points(draft: Draft) -> None:
    values = draft.values
    recorded, unrecorded = (Decimal(values.get(name, "0")) for name in ("recorded", "unrecorded"))
    for name, counted in (("recorded_blue", recorded), ("unrecorded_blue", unrecorded)):
        blue = Decimal(values.get(name, "0"))
        if blue > counted:
            draft.wrong(name, "blue-above-all", blue=f"{blue:.1f}", points=f"{counted:.1f}")
    if not recorded and not unrecorded:
        draft.wrong("recorded", "no-points-at-all")


def _in_books(row: ImportRow) -> list[tuple[LedgerEntry.Book, Decimal, Decimal]]:
    """What a row brings each book; what was recorded had been won."""
    names = ("recorded", "recorded_blue", "unrecorded", "unrecorded_blue")
    recorded, blue, unrecorded, unrecorded_blue = (Decimal(row.values.get(name, "0.0")) for name in names)
    won = [(Book.AWARDED, recorded + unrecorded, blue + unrecorded_blue)]
    return won + ([(Book.RECORDED, recorded, blue)] if recorded > NO_POINTS else [])
