"""The lines of a roster as the ledger gives them now: one question to the database, whatever its size.

Invariants: an entry counts for the roster of its own card game alone, and by its day, so that a correction
counts for the day of what it corrects; the degree is the one that the recorded points bear, by the engine's
limits; listed is whoever held one then; a person of several records stands once, under the kept one, with the
points of all; names are as `sanctioning.identity.names.public_sort_name` gives them for that day.
Rule section: IV (degrees of proficiency, semi-annual Whoopie Roster).
Terms: cut (the number of the last entry that was counted), tenths (points times ten, whole).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.db import connection

from rules_engine.points.degrees import DEGREES
from sanctioning.clubs.models import Club
from sanctioning.identity.names import born_after
from sanctioning.identity.same_person import rows_of
from sanctioning.people.models.person import Person, PrivateData
from scoring.degree_names import styles_of
from scoring.ledger.models.ledger import LedgerEntry
from scoring.recordings.models import DegreeHeld
from scoring.rosters.lines import ACCENTED, PLAIN, RosterKey, RosterLine, by_degree

PERSON, CLUB = Person._meta.db_table, Club._meta.db_table
PRIVATE = PrivateData._meta.db_table
LEDGER, HELD = LedgerEntry._meta.db_table, DegreeHeld._meta.db_table
SORT_MEMORY: Final = "128MB"  # of the database server, for the one statement: summed and sorted without files

# One row a player: name as the public sees it, number, club, rank, tenths of points and of blue, last entry.
LINES = f"""
    WITH sums AS (
        SELECT person_id, SUM(points_tenths) AS points, SUM(blue_tenths) AS blue, MAX(number) AS last
        FROM {LEDGER} WHERE book = 'recorded' AND card_game = %(card_game)s AND day <= %(as_of)s {{whose}}
        GROUP BY person_id),
    lent AS (
        SELECT m.merged_into_id AS kept, SUM(e.points_tenths) AS points, SUM(e.blue_tenths) AS blue,
               MAX(e.number) AS last
        FROM {PERSON} m JOIN {LEDGER} e ON e.person_id = m.id
        WHERE m.merged_into_id IS NOT NULL AND e.book = 'recorded' AND e.card_game = %(card_game)s
            AND e.day <= %(as_of)s {{whose}}
        GROUP BY m.merged_into_id),
    held AS (
        SELECT person_id FROM {HELD}
        WHERE card_game = %(card_game)s AND since <= %(as_of)s
            AND (until IS NULL OR until > %(as_of)s) {{whose}}),
    players AS (
        SELECT CASE WHEN p.publicity = 'number' THEN p.number
                    WHEN d.birth_date > %(of_age)s THEN substr(p.family_name, 1, 1) || '.'
                        || CASE WHEN p.given_names = '' THEN '' ELSE ', ' || p.given_names END
                    WHEN p.given_names = '' THEN p.family_name
                    ELSE p.family_name || ', ' || p.given_names END AS name,
               p.number AS number, COALESCE(c.name, '') AS club,
               COALESCE(s.points, 0) + COALESCE(l.points, 0) AS points,
               COALESCE(s.blue, 0) + COALESCE(l.blue, 0) AS blue,
               CASE WHEN COALESCE(l.last, 0) > COALESCE(s.last, 0) THEN l.last
                    ELSE COALESCE(s.last, 0) END AS last
        FROM {PERSON} p
        LEFT JOIN {CLUB} c ON c.id = p.home_club_id
        LEFT JOIN {PRIVATE} d ON d.person_id = p.id
        LEFT JOIN sums s ON s.person_id = p.id
        LEFT JOIN lent l ON l.kept = p.id
        WHERE p.merged_into_id IS NULL AND (p.id IN (SELECT person_id FROM held) OR p.id IN (
            SELECT m.merged_into_id FROM {PERSON} m JOIN held h ON h.person_id = m.id
            WHERE m.merged_into_id IS NOT NULL)))
    SELECT name, number, club, CASE {{ranks}} ELSE 0 END AS rank, points, blue, last FROM players
"""

# A text that a spreadsheet would take for a formula gets an apostrophe, as `csv_files.guarded` does it.
GUARDED = """(CASE WHEN ltrim({column}, '''') <> ''
    AND strpos(E'=+-@\\t\\r\\n', left(ltrim({column}, ''''), 1)) > 0
    THEN '''' || {column} ELSE {column} END)"""

# The same kept as sheets: at most `size` lines of CSV of one degree, in the order of the roster (PostgreSQL).
SHEETS = """
    WITH lines AS ({lines}),
    placed AS (
        SELECT *, row_number() OVER (PARTITION BY rank ORDER BY points DESC, blue DESC,
            (CASE WHEN octet_length(name) = char_length(name) THEN lower(name COLLATE "C")
                  ELSE translate(lower(name COLLATE "C"), %(accented)s, %(plain)s) END) COLLATE "C",
            number COLLATE "C") - 1 AS place, {name_cell} AS name_cell, {club_cell} AS club_cell
        FROM lines),
    sheets AS (
        SELECT rank, place / %(size)s AS part, count(*) AS lines, sum(points) AS points, sum(blue) AS blue,
            max(last) AS last, string_agg(
            (CASE WHEN strpos(name_cell, ',') + strpos(name_cell, '"') + strpos(name_cell, E'\\r')
                + strpos(name_cell, E'\\n') > 0 THEN '"' || replace(name_cell, '"', '""') || '"'
                ELSE name_cell END)
            || ',' || number || ',' ||
            (CASE WHEN strpos(club_cell, ',') + strpos(club_cell, '"') + strpos(club_cell, E'\\r')
                + strpos(club_cell, E'\\n') > 0 THEN '"' || replace(club_cell, '"', '""') || '"'
                ELSE club_cell END)
            || ',' || (%(styles)s::text[])[rank + 1] || ',' || points / 10 || '.' || points %% 10
            || ',' || blue / 10 || '.' || blue %% 10 || E'\\r\\n', '' ORDER BY place) AS text
        FROM placed GROUP BY rank, place / %(size)s),
    stored AS (
        INSERT INTO {table} (roster_id, number, lines, text)
        SELECT %(roster)s, row_number() OVER (ORDER BY rank DESC, part), lines, text FROM sheets)
    SELECT rank, sum(lines), sum(points), sum(blue), max(last) FROM sheets GROUP BY rank ORDER BY rank DESC
"""


@dataclass(frozen=True, slots=True)
class DegreeSum:
    """What the players of one degree come to; `last` is the last entry that was counted."""

    rank: int
    players: int
    points: Decimal
    blue: Decimal
    last: int


def lines_as_of(key: RosterKey, people: Sequence[Person] | None = None) -> Iterator[tuple[RosterLine, int]]:
    """Each line with its last entry, in no order; of these people, or of all."""
    sql, values = _lines(key, people)
    styles = styles_of(key.card_game)
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        for name, number, club, rank, points, blue, last in cursor:
            line = RosterLine(
                name=name,
                number=number,
                club=club,
                degree=styles[rank],
                degree_rank=rank,
                points=_points(points),
                blue_points=_points(blue),
            )
            yield line, last


def ordered_lines_as_of(key: RosterKey) -> list[tuple[RosterLine, int]]:
    return sorted(lines_as_of(key), key=lambda line_and_entry: by_degree(line_and_entry[0]))


def keep_sheets_by_statement(key: RosterKey, *, roster: int, table: str, size: int) -> list[DegreeSum]:
    """The one statement by which PostgreSQL compiles a roster and keeps its sheets; highest degree first."""
    sql, values = _lines(key, None)
    styles = list(styles_of(key.card_game))
    values |= {"accented": ACCENTED, "plain": PLAIN, "size": size, "styles": styles, "roster": roster}
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = %s", [SORT_MEMORY])
        cells = {f"{column}_cell": GUARDED.format(column=column) for column in ("name", "club")}
        cursor.execute(SHEETS.format(lines=sql, table=table, **cells), values)
        return [
            DegreeSum(rank, int(players), _points(points), _points(blue), last)
            for rank, players, points, blue, last in cursor
        ]


def _lines(key: RosterKey, people: Sequence[Person] | None) -> tuple[str, dict[str, str | int | list[str]]]:
    """The question and its values; the limits of the degrees are the engine's."""
    values: dict[str, str | int | list[str]] = {
        "as_of": key.as_of.isoformat(),
        "card_game": key.card_game,
        "of_age": born_after(key.as_of).isoformat(),
    }
    ranks = []
    for rank in range(len(DEGREES) - 1, 0, -1):
        least = DEGREES[rank]
        values |= {f"points{rank}": _tenths(least.points), f"blue{rank}": _tenths(least.blue)}
        ranks.append(f"WHEN points >= %(points{rank})s AND blue >= %(blue{rank})s THEN {rank}")
    whose = ""
    if people is not None:
        named = {
            f"who{index}": row for index, row in enumerate(rows_of(*people).values_list("pk", flat=True))
        }
        values |= named
        whose = f"AND person_id IN ({', '.join(f'%({name})s' for name in named) or 'NULL'})"
    return LINES.format(ranks=" ".join(ranks), whose=whose), values


def _tenths(points: Decimal) -> int:
    return int(points.scaleb(1))


def _points(tenths: int) -> Decimal:
    return Decimal(int(tenths)).scaleb(-1)
