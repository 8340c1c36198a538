"""The lines of a roster as the books give them now: one question to the database, whatever its size.

Invariants: an entry counts by its day, so that a correction counts for the day of what it corrects; the
degree is the one that the recorded points bear, by the engine's limits; listed is whoever held one then; a
person of several records stands once, under the kept one, with the points of all; names are as
`sanctioning.names.public_sort_name` gives them for that day.
Rule section: IV (degrees of proficiency, semi-annual Whoopie Roster).
Terms: cut (the number of the last entry that was counted).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from django.db import connection

from rules_engine.degrees import DEGREES
from sanctioning.identity import rows_of
from sanctioning.models import Club, Person, PrivateData
from sanctioning.names import born_after
from scoring.models import DegreeHeld, LedgerEntry
from scoring.rosters import ACCENTED, PLAIN, STYLES, RosterLine, by_degree

PERSON, CLUB = Person._meta.db_table, Club._meta.db_table
PRIVATE = PrivateData._meta.db_table
LEDGER, HELD = LedgerEntry._meta.db_table, DegreeHeld._meta.db_table

# One row a player: name as the public sees it, number, club, rank, points, blue, last entry.
LINES = f"""
    WITH sums AS (
        SELECT person_id, SUM(points) AS points, SUM(blue) AS blue, MAX(number) AS last
        FROM {LEDGER} WHERE book = 'recorded' AND day <= %(as_of)s {{whose}} GROUP BY person_id),
    lent AS (
        SELECT m.merged_into_id AS kept, SUM(s.points) AS points, SUM(s.blue) AS blue, MAX(s.last) AS last
        FROM {PERSON} m JOIN sums s ON s.person_id = m.id
        WHERE m.merged_into_id IS NOT NULL GROUP BY m.merged_into_id),
    held AS (
        SELECT person_id FROM {HELD}
        WHERE since <= %(as_of)s AND (until IS NULL OR until > %(as_of)s) {{whose}}),
    players AS (
        SELECT CASE WHEN p.publicity = 'number' THEN p.number
                    WHEN d.birth_date > %(of_age)s THEN substr(p.family_name, 1, 1) || '.'
                        || CASE WHEN p.given_names = '' THEN '' ELSE ', ' || p.given_names END
                    WHEN p.given_names = '' THEN p.family_name
                    ELSE p.family_name || ', ' || p.given_names END AS name,
               p.number AS number, COALESCE(c.name, '') AS club,
               ROUND(COALESCE(s.points, 0.0) + COALESCE(l.points, 0.0), 1) AS points,
               ROUND(COALESCE(s.blue, 0.0) + COALESCE(l.blue, 0.0), 1) AS blue,
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

# The same as sheets of `size` lines of CSV, in the order of the roster (PostgreSQL).
SHEETS = """
    WITH lines AS MATERIALIZED ({lines}),
    placed AS (
        SELECT *, row_number() OVER (ORDER BY rank DESC, points DESC, blue DESC,
            (CASE WHEN octet_length(name) = char_length(name) THEN lower(name COLLATE "C")
                  ELSE translate(lower(name COLLATE "C"), %(accented)s, %(plain)s) END) COLLATE "C",
            number COLLATE "C") - 1 AS place
        FROM lines),
    texts AS (
        SELECT place / %(size)s + 1 AS number, count(*) AS lines, string_agg(
            (CASE WHEN strpos(name, ',') + strpos(name, '"') + strpos(name, E'\\r')
                + strpos(name, E'\\n') > 0 THEN '"' || replace(name, '"', '""') || '"' ELSE name END)
            || ',' || number || ',' ||
            (CASE WHEN strpos(club, ',') + strpos(club, '"') + strpos(club, E'\\r')
                + strpos(club, E'\\n') > 0 THEN '"' || replace(club, '"', '""') || '"' ELSE club END)
            || ',' || (%(styles)s::text[])[rank + 1] || ',' || points || ',' || blue || E'\\r\\n',
            '' ORDER BY place) AS text
        FROM placed GROUP BY 1),
    stored AS (
        INSERT INTO {table} (roster_id, number, lines, text)
        SELECT %(roster)s, number, lines, text FROM texts)
    SELECT rank, count(*), sum(points), sum(blue), max(last) FROM lines GROUP BY rank ORDER BY rank DESC
"""


def lines_as_of(as_of: dt.date, people: Sequence[Person] | None = None) -> Iterator[tuple[RosterLine, int]]:
    """Each line with its last entry, in no order; of these people, or of all."""
    sql, values = _lines(as_of, people)
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        for name, number, club, rank, points, blue, last in cursor:
            line = RosterLine(
                name=name,
                number=number,
                club=club,
                degree=STYLES[rank],
                degree_rank=rank,
                points=_tenths(points),
                blue_points=_tenths(blue),
            )
            yield line, last


def ordered_lines_as_of(as_of: dt.date) -> list[tuple[RosterLine, int]]:
    return sorted(lines_as_of(as_of), key=lambda found: by_degree(found[0]))


def sheets_statement(as_of: dt.date, *, roster: int, table: str, size: int) -> tuple[str, dict[str, Any]]:
    """The one statement by which PostgreSQL compiles a roster and keeps its sheets.

    It answers with a row a degree: rank, players, points, blue points, last entry.
    """
    sql, values = _lines(as_of, None)
    more = {
        "accented": ACCENTED,
        "plain": PLAIN,
        "size": size,
        "styles": list(STYLES),
        "roster": roster,
    }
    return SHEETS.format(lines=sql, table=table), {**values, **more}


def _lines(as_of: dt.date, people: Sequence[Person] | None) -> tuple[str, dict[str, Any]]:
    """The question and its values; the limits of the degrees are the engine's."""
    values: dict[str, Any] = {"as_of": as_of.isoformat(), "of_age": born_after(as_of).isoformat()}
    ranks = []
    for rank in range(len(DEGREES) - 1, 0, -1):
        values |= {f"points{rank}": str(DEGREES[rank].points), f"blue{rank}": str(DEGREES[rank].blue)}
        ranks.append(
            f"WHEN points >= CAST(%(points{rank})s AS numeric) "
            f"AND blue >= CAST(%(blue{rank})s AS numeric) THEN {rank}"
        )
    whose = ""
    if people is not None:
        named = {
            f"who{index}": row for index, row in enumerate(rows_of(*people).values_list("pk", flat=True))
        }
        values |= named
        whose = f"AND person_id IN ({', '.join(f'%({name})s' for name in named) or 'NULL'})"
    return LINES.format(ranks=" ".join(ranks), whose=whose), values


def _tenths(value: Any) -> Decimal:
    return Decimal(value).quantize(Decimal("0.1")) if isinstance(value, Decimal) else Decimal(f"{value:.1f}")
