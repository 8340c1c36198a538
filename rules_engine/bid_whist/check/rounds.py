"""The check of who plays whom: everybody once, who meets again that need not, and who moves."""

from collections import Counter
from collections.abc import Collection, Sequence

from rules_engine.bid_whist import rules
from rules_engine.bid_whist.check.result import NOWHERE, Spot
from rules_engine.bid_whist.pairing import fewest_repeats
from rules_engine.bid_whist.record import Game, Record
from rules_engine.findings import Finding, finding_at, warning_at
from rules_engine.matching import Met, pair_of
from rules_engine.sentences import AND, Several, TeamNumber, says, team_list

Games = Sequence[Game]
Numbers = Sequence[int]


def check_rounds(record: Record, *, numbered: bool = True) -> list[Finding]:
    """The findings on the pairings of all rounds; one without a game is of teams that have none, for it is
    not played even where every team is said to have missed it. `numbered` is false where a round is missing
    or noted twice: nobody knows then what came before which, and meetings and moves are not followed."""
    findings: list[Finding] = []
    met: dict[frozenset[int], int] = {}
    picked: list[int] = []
    sure = numbered
    unsure: set[int] = set()
    for number, games in enumerate(record.rounds, 1):
        spot = Spot(round=number)
        teams = record.playing_in(number) if games else record.playing
        wrong = _check_teams(games, teams, spot) + _check_tables(games, spot)
        findings += wrong
        sure = sure and not wrong
        unsure |= {number} if wrong else set()
        if sure:
            findings += _check_repeats(games, teams, met, spot)
            findings += _check_picked(games, teams, met, picked, spot)
        for game in games:
            pair = pair_of(game.teams[0], game.teams[1])
            met[pair] = met.get(pair, 0) + 1
            if game.picked is not None:
                picked.append(game.picked)
    return findings + (_check_moving(record, unsure) if numbered else [])


def _check_teams(games: Games, teams: Numbers, spot: Spot) -> list[Finding]:
    """Each team has one game, and of an odd number one is picked to play another."""
    picked = [game.picked for game in games if game.picked is not None]
    own: dict[int, int] = {}
    for game in games:
        for team in game.teams:
            own[team] = own.get(team, 0) + 1
    for team in picked:
        own[team] = own.get(team, 0) - 1
    absent = [team for team in teams if own.get(team, 0) < 1]
    twice = [team for team, count in own.items() if count > 1]
    strange = sorted(set(own) - set(teams))
    if absent or twice or strange:
        rule = rules.ODD_TEAM if len(teams) % 2 else rules.DRAW
        faults = [says("no game of their own: %(teams)s", teams=team_list(absent))] if absent else []
        faults += [says("more than one: %(teams)s", teams=team_list(twice))] if twice else []
        if strange:
            faults.append(says("a game though they were not drawn: %(teams)s", teams=team_list(strange)))
        named = absent + twice + strange
        only = named[0] if len(named) == 1 else None
        return [
            finding_at(
                "pairing",
                rule,
                says("Teams with %(faults)s.", faults=Several(faults, "; with ")),
                spot._replace(team=only),
            )
        ]
    if len(picked) != len(teams) % 2:
        message = says(
            "%(picked)s teams are noted as picked; of %(teams)s teams nobody is left over.",
            picked=len(picked),
            teams=len(teams),
        )
        if len(teams) % 2:
            message = says(
                "%(picked)s teams are noted as picked; of %(teams)s teams one team is picked for the odd "
                "one.",
                picked=len(picked),
                teams=len(teams),
            )
        return [finding_at("pairing", rules.ODD_TEAM, message, spot)]
    return []


def _check_tables(games: Games, spot: Spot) -> list[Finding]:
    if len({game.table for game in games}) == len(games):
        return []
    tables = Counter([table for table, _teams in {(game.table, frozenset(game.teams)) for game in games}])
    return [
        finding_at(
            "table-twice",
            rules.MOVING,
            says("%(games)s games are at table %(table)s.", games=count, table=table),
            spot._replace(table=table),
        )
        for table, count in tables.items()
        if count > 1
    ]


def _check_repeats(games: Games, teams: Numbers, met: Met, spot: Spot) -> list[Finding]:
    """A warning, since the guide says nowhere that teams may not meet again: with few tables its own
    movement, on to the next table each time, brings them together twice."""
    again = [game for game in games if met.get(pair_of(game.teams[0], game.teams[1]))]
    if not again:
        return []
    repeated = sum([met[pair_of(game.teams[0], game.teams[1])] for game in again])
    if repeated <= fewest_repeats(teams, met):
        return []
    pairs = Several([team_list(game.teams, AND) for game in again])
    message = says("Teams meet again that need not: %(pairs)s.", pairs=pairs)
    table = again[0].table if len(again) == 1 else None
    return [warning_at("opponent-again", rules.MOVING, message, spot._replace(table=table))]


def _check_picked(games: Games, teams: Numbers, met: Met, picked: Sequence[int], spot: Spot) -> list[Finding]:
    """A team is picked again though another was not, whom the odd team had not met either."""
    for game in games:
        if game.picked is None or game.picked not in picked:
            continue
        odd = game.teams[0] if game.picked == game.teams[1] else game.teams[1]
        others = [
            team for team in teams if team != odd and team not in picked and not met.get(pair_of(odd, team))
        ]
        if others:
            message = says(
                "Team %(team)s is picked again; %(others)s teams were not yet.",
                team=TeamNumber(game.picked),
                others=len(others),
            )
            where = spot._replace(table=game.table, team=game.picked)
            return [warning_at("picked-again", rules.ODD_TEAM, message, where)]
    return []


def _check_moving(record: Record, unsure: Collection[int]) -> list[Finding]:
    """Who was drawn to move does so in each round; a game of two such teams, or an odd one, is free, and so
    is any game of a round whose pairs are noted wrong."""
    if record.moving is None or not record.rounds:
        return []
    announced = frozenset(record.moving)
    begun = frozenset([game.teams[1] for game in record.rounds[0] if game.picked is None])
    if _against(record, announced, 1) <= _against(record, begun, 1):
        return [
            finding_at(
                "moving-team",
                rules.MOVING,
                says(
                    "Team %(drawn)s was drawn to move, and team %(moved)s moved.",
                    drawn=TeamNumber(game.teams[0]),
                    moved=TeamNumber(game.teams[1]),
                ),
                Spot(round=number, table=game.table),
            )
            for number, games in enumerate(record.rounds, 1)
            if number not in unsure
            for game in games
            if _is_against(game, announced)
        ]
    message = says(
        "Drawn to move are noted %(drawn)s; %(moved)s moved.",
        drawn=team_list(record.moving),
        moved=team_list(sorted(begun)),
    )
    return [finding_at("moving-draw", rules.MOVING, message, NOWHERE)]


def _against(record: Record, moving: frozenset[int], after: int) -> int:
    return sum([_is_against(game, moving) for games in record.rounds[after:] for game in games])


def _is_against(game: Game, moving: frozenset[int]) -> bool:
    """Whether of the two the one that stays was drawn to move, and the one that moves was not."""
    return game.picked is None and game.teams[0] in moving and game.teams[1] not in moving
