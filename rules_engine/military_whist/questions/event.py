"""The questions of an event that `decide` answers: who plays, goes on and sits where; the leader's clock."""

from datetime import date, datetime

from rules_engine.military_whist import eligibility as law
from rules_engine.military_whist import levels, rules
from rules_engine.military_whist.clock import clock as clock_at
from rules_engine.military_whist.movement import MOST_HANDS, MOST_TABLES
from rules_engine.reading import (
    Malformed,
    boolean,
    child,
    choice,
    fields,
    integer,
    mapping,
    names,
    team_numbers,
    text,
)

FIRST_YEAR = 1900
LAST_YEAR = 2999


def eligibility(question: object) -> dict[str, object]:
    """Topic "military-eligibility": whether somebody may play in an event of a level and year."""
    terms = fields(question, "", ("born", "year", "level"), ("active_member",))
    written = text(terms["born"], "/born")
    try:
        born = date.fromisoformat(written)
    except ValueError:
        raise Malformed("/born", "a date such as 1970-05-02 is expected") from None
    year = integer(terms["year"], "/year", FIRST_YEAR, LAST_YEAR)
    level = choice(terms["level"], "/level", levels.BY_NAME)
    member = boolean(terms.get("active_member", False), "/active_member")
    bars = law.bars_of_player(born, year, level, member)
    age = law.age_in(year, born)
    return {
        "eligible": not bars,
        "age": age,
        "bars": [bar._asdict() for bar in bars],
        "rule": bars[0].rule if bars else rules.AGE,
        "reason": " ".join(bar.reason for bar in bars) or f"{age} by 31 December {year}.",
    }


def advancing(question: object) -> dict[str, object]:
    """Topic "military-advancing": which teams go on from the events of a level, and where they sit next."""
    terms = fields(question, "", ("level", "results"))
    level = levels.BY_NAME[choice(terms["level"], "/level", levels.BY_NAME)]
    results = {
        origin: names(teams, child("/results", origin))
        for origin, teams in mapping(terms["results"], "/results").items()
    }
    gone = levels.advance(level.name, results)
    teams = gone.teams if gone is not None else ()
    reason = f"{len(teams)} teams of {len(results)} {level.name} events go on."
    return {
        "level": gone.level if gone is not None else None,
        "teams": [list(team) for team in teams],
        "tables": list(levels.tables_of(teams, list(results))),
        "rule": level.rule,
        "reason": reason if gone is not None else "Nobody goes on from this level.",
    }


def tables(question: object) -> dict[str, object]:
    """Topic "military-tables": at which table each team sits, as a seed draws them."""
    terms = fields(question, "", ("teams", "seed"))
    drawn = levels.tables_drawn(
        team_numbers(terms["teams"], "/teams", MOST_TABLES), text(terms["seed"], "/seed")
    )
    reason = f"{len(drawn)} teams at tables 1 to {len(drawn)}, in the order of the seed."
    return {"tables": drawn, "rule": rules.TEAM, "reason": reason}


def clock(question: object) -> dict[str, object]:
    """Topic "military-clock": when the twenty-five minutes of a game are over, and what is left of them."""
    terms = fields(question, "", ("began", "now"), ("hands_left",))
    began, now = _moment(terms["began"], "/began"), _moment(terms["now"], "/now")
    if (began.tzinfo is None) != (now.tzinfo is None):
        raise Malformed("/now", "both moments have a time zone, or neither has")
    hands = integer(terms.get("hands_left", 1), "/hands_left", 0, MOST_HANDS)
    game_clock = clock_at(began, now, hands)
    left = int(game_clock.left.total_seconds())
    return {
        "ends": game_clock.ends.isoformat(),
        "left": left,
        "for_each_hand": int(game_clock.for_each_hand.total_seconds()),
        "rule": rules.CLOCK,
        "reason": f"{left} seconds are left; no penalty is stated."
        if left >= 0
        else f"Over for {-left} seconds; no penalty is stated.",
    }


def _moment(value: object, pointer: str) -> datetime:
    written = text(value, pointer)
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        raise Malformed(pointer, "a moment such as 2026-06-05T09:00 is expected") from None
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise Malformed(pointer, f"a year from {FIRST_YEAR} to {LAST_YEAR} is expected")
    return moment
