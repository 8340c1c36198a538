"""Questions about points: awards of a game and of teams, degrees, recording certificates."""

from collections.abc import Mapping
from decimal import Decimal

from rules_engine.points import awards, degrees, recordings
from rules_engine.reading import Malformed, child, choice, fields, integer, items, text
from rules_engine.reading import points as read_points
from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS

MOST_GAMES = 1_000_000
MOST_TEAMS = 1_000
_NOTHING = Decimal("0.0")


def award(question: object) -> dict[str, object]:
    """Topic "award": place, points and blue points of each final score, in the order given."""
    terms = fields(question, "", ("scale", "finals"), ("blue", "players"))
    scale = _read_scale(terms["scale"], "/scale")
    blue = _read_scale(terms.get("blue", {}), "/blue")
    finals = [
        integer(score, child("/finals", index))
        for index, score in enumerate(items(terms["finals"], "/finals"))
    ]
    players = _table_size(terms, len(finals))
    size = awards.band(players)
    if size not in scale:
        raise Malformed("/scale", f"no row for {size} players")
    _check_blue(scale, blue)
    won = awards.award(scale, blue, finals, players)
    paid = awards.paid_places(players)
    return {
        "places": [award.place for award in won],
        "points": [str(award.points) for award in won],
        "blue": [str(award.blue) for award in won],
        "rule": awards.RULE,
        "reason": f"{players} players: {paid} paid {'place' if paid == 1 else 'places'}; "
        "tied players share the places they cover, down to a tenth.",
    }


def team_award(question: object) -> dict[str, object]:
    """Topic "team-award": points and blue points of each member of teams that stand at these places."""
    terms = fields(question, "", ("scale", "standing"), ("blue",))
    scale = _read_scale(terms["scale"], "/scale")
    blue = _read_scale(terms.get("blue", {}), "/blue")
    standing = _read_standing(terms["standing"], "/standing")
    size = awards.team_band(len(standing))
    if size is not None and size not in scale:
        raise Malformed("/scale", f"no row for {size} teams")
    _check_blue(scale, blue)
    won = awards.award_teams(scale, blue, standing)
    paid = 0 if size is None else awards.PAID_PLACES[size]
    return {
        "points": [str(award.points) for award in won],
        "blue": [str(award.blue) for award in won],
        "rule": awards.RULE,
        "reason": f"{len(standing)} teams: {paid} paid {'place' if paid == 1 else 'places'}; "
        "each member wins what the place of the team pays.",
    }


def _read_standing(value: object, pointer: str) -> list[int]:
    standing = [
        integer(place, child(pointer, at), 1, MOST_TEAMS) for at, place in enumerate(items(value, pointer))
    ]
    if not 1 <= len(standing) <= MOST_TEAMS:
        raise Malformed(pointer, f"1 to {MOST_TEAMS} places are expected")
    places: dict[int, int] = {}
    for before, place in enumerate(sorted(standing)):
        places.setdefault(place, before + 1)
    for at, place in enumerate(standing):
        if places[place] != place:
            raise Malformed(child(pointer, at), "a place after as many teams as stand before it is expected")
    return standing


def _table_size(terms: Mapping[str, object], finals: int) -> int:
    if "players" in terms:
        if finals == 0:
            raise Malformed("/finals", "at least one final score is expected")
        return integer(terms["players"], "/players", FEWEST_PLAYERS, MOST_PLAYERS)
    if finals < FEWEST_PLAYERS:
        raise Malformed(
            "/finals", f"at least {FEWEST_PLAYERS} final scores are expected when 'players' is not given"
        )
    if finals > MOST_PLAYERS:
        raise Malformed("", f"field 'players' is missing; more than {MOST_PLAYERS} final scores need it")
    return finals


def _read_scale(value: object, pointer: str) -> dict[str, list[Decimal]]:
    rows = fields(value, pointer, (), tuple(awards.PAID_PLACES))
    scale: dict[str, list[Decimal]] = {}
    for size, row in rows.items():
        place = child(pointer, size)
        scale[size] = [
            read_points(value, child(place, index)) for index, value in enumerate(items(row, place))
        ]
        if len(scale[size]) > awards.PAID_PLACES[size]:
            raise Malformed(place, f"{size} players have {awards.PAID_PLACES[size]} paid places, no more")
    return scale


def _check_blue(scale: Mapping[str, list[Decimal]], blue: Mapping[str, list[Decimal]]) -> None:
    for size, row in blue.items():
        totals = scale.get(size, [])
        for index, points in enumerate(row):
            if points > (totals[index] if index < len(totals) else _NOTHING):
                raise Malformed(
                    f"/blue/{size}/{index}", "blue points are part of the place's points, not more"
                )


def degree(question: object) -> dict[str, object]:
    """Topic "degree": the degree reached, the next one, and what it still needs."""
    terms = fields(question, "", ("recorded", "blue", "sanctioned_games"))
    recorded, blue = _total_and_blue(terms, "recorded", "")
    games = integer(terms["sanctioned_games"], "/sanctioned_games", 0, MOST_GAMES)
    standing = degrees.standing(recorded, blue, games)
    held = "No degree" if standing.degree is None else standing.degree.name
    reason = f"{held}: {recorded} recorded points, {blue} of them blue."
    if standing.next is degrees.NOVICE:
        reason += " Novice needs a sanctioned game."
    elif standing.next is not None:
        reason += (
            f" {standing.next.name} needs {standing.needs_points} more, and {standing.needs_blue} more blue."
        )
    return {
        "degree": None if standing.degree is None else standing.degree.name,
        "next": None if standing.next is None else standing.next.name,
        "needs": {"points": str(standing.needs_points), "blue": str(standing.needs_blue)},
        "rule": degrees.RULE,
        "reason": reason,
    }


def recording(question: object) -> dict[str, object]:
    """Topic "recording": whether a submission of certificates is accepted."""
    terms = fields(question, "", ("player", "held", "certificates"))
    player = text(terms["player"], "/player")
    held = fields(terms["held"], "/held", ("total", "blue", "sanctioned_games"))
    total, blue = _total_and_blue(held, "total", "/held")
    games = integer(held["sanctioned_games"], "/held/sanctioned_games", 0, MOST_GAMES)
    certificates = [
        _read_certificate(certificate, child("/certificates", index))
        for index, certificate in enumerate(items(terms["certificates"], "/certificates"))
    ]
    done = recordings.record(player, recordings.Held(total, blue, games), certificates)
    return {
        "accepted": done.accepted,
        "refused_for": done.refused_for,
        "total": str(done.total),
        "blue": str(done.blue),
        "degree": done.degree,
        "promoted": done.promoted,
        "short_of_25": str(done.short_of_25),
        "rest": str(done.rest),
        "rest_would_be_accepted": done.rest_would_be_accepted,
        "rule": recordings.RULE,
        "reason": done.reason,
    }


def _read_certificate(value: object, pointer: str) -> recordings.Certificate:
    read = fields(value, pointer, recordings.Certificate._fields)
    points, blue = _total_and_blue(read, "points", pointer)
    return recordings.Certificate(
        serial=text(read["serial"], child(pointer, "serial")),
        player=text(read["player"], child(pointer, "player")),
        points=points,
        blue=blue,
        state=choice(read["state"], child(pointer, "state"), recordings.STATES),
    )


def _total_and_blue(read: Mapping[str, object], total_name: str, pointer: str) -> tuple[Decimal, Decimal]:
    total = read_points(read[total_name], child(pointer, total_name))
    blue = read_points(read["blue"], child(pointer, "blue"))
    if blue > total:
        raise Malformed(child(pointer, "blue"), f"blue points are part of {total_name!r}, not more")
    return total, blue
