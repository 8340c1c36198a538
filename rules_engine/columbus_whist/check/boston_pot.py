"""The check of the Boston pot.

Rule 40; inventory C-30, reading 7. What is left when a pot does not divide may go to any who share it, or
stay. The fourth game is that of each team: of an odd number some have it a round later, and the pot is open
until all who are in it have had theirs, or no game is to come.
"""

from collections.abc import Collection, Sequence
from typing import Final

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.boston_pot import LAST_GAME, Pot, pot
from rules_engine.columbus_whist.check.result import NOWHERE, Checked
from rules_engine.columbus_whist.record import BostonPot, Game, Record
from rules_engine.findings import Finding, finding_at
from rules_engine.sentences import says, team_list

_UNPLAYED: Final = ("late", "left", "ruling")

Place = tuple[int, int]
Shares = tuple[tuple[int, int], ...]
Played = tuple[Game, int, Checked, Place]
"""A game that a team played, its side in it, what the check gives, and its round and table."""


def check_pot(
    record: Record, checked: Sequence[Sequence[Checked]], doubtful: Collection[int] = ()
) -> tuple[list[Finding], Pot | None, tuple[Place, ...]]:
    """What is wrong with who was paid, if that is told, the pot as it is to be paid, and the round and table
    of each game that is told without its Bostons; neither finding nor pot while there are such, or games to
    come, or a game of a `doubtful` team is missing or noted twice."""
    reported = record.pot
    if reported is None or any(team in doubtful for team in reported.teams):
        return [], None, ()
    first, played = _first_games(record, checked)
    unseen = [(game, place) for game, _, result, place in first if not _seen(game, result)]
    if unseen:
        return [], None, tuple(dict.fromkeys(place for game, place in unseen if game.told))
    if record.under_way and any(played[team] < LAST_GAME for team in reported.teams):
        return [], None, ()
    due = [_split(record, reported, first, False)]
    if any(result.as_reported is not result.by_rule for _, _, result, _ in first):
        due.append(_split(record, reported, first, True))
    findings = [] if reported.shares is None else _check_shares(reported, reported.shares, due)
    return findings, due[0] if len(record.rounds) >= LAST_GAME else None, ()


def _check_shares(reported: BostonPot, noted: Shares, due: Sequence[Pot]) -> list[Finding]:
    paid = {team for team, cents in noted if cents}
    if reported.cents and not any(paid == set(split.winners) for split in due):
        winners = team_list(due[0].winners)
        message = says(
            "The pot is shared by team %(teams)s: no Boston was made, and most games were won, by the end of "
            "the fourth game.",
            teams=winners,
        )
        if due[0].hit:
            message = says(
                "The pot is shared by team %(teams)s: most Bostons by the end of the fourth game.",
                teams=winners,
            )
        return [finding_at("pot-winners", rules.BOSTON, message, NOWHERE)]
    split = next((split for split in due if paid == set(split.winners)), due[0])
    shares = [cents for _, cents in noted if cents]
    if any(cents < split.share for cents in shares) or sum(shares) > reported.cents:
        message = says(
            "The pot of %(pot)s cents gives %(teams)s teams %(share)s each and leaves %(left)s.",
            pot=reported.cents,
            teams=len(split.winners),
            share=split.share,
            left=split.left,
        )
        return [finding_at("pot-share", rules.BOSTON, message, NOWHERE)]
    return []


def _split(record: Record, reported: BostonPot, first: Sequence[Played], as_reported: bool) -> Pot:
    """The pot as the first four games give it."""
    bostons = [0] * (len(record.teams) + 1)
    won = [0] * (len(record.teams) + 1)
    for _, side, game, _ in first:
        result = game.as_reported if as_reported else game.by_rule
        first_team, second_team = game.teams
        team = first_team if side == 0 else second_team
        by_first, by_second = game.bostons
        bostons[team] += by_first if side == 0 else by_second
        won[team] += result.winner == side
    return pot(
        reported.cents,
        {team: bostons[team] for team in reported.teams},
        {team: won[team] for team in reported.teams},
    )


def _first_games(record: Record, checked: Sequence[Sequence[Checked]]) -> tuple[list[Played], list[int]]:
    """The first four games of each team, with its side in each, and how many games it has, by number."""
    played = [0] * (len(record.teams) + 1)
    first: list[Played] = []
    for number, (games, done) in enumerate(zip(record.rounds, checked, strict=True), 1):
        for table, (game, result) in enumerate(zip(games, done, strict=True), 1):
            for side, team in enumerate(game.teams):
                played[team] += 1
                if played[team] <= LAST_GAME:
                    first.append((game, side, result, (number, table)))
    return first, played


def _seen(game: Game, checked: Checked) -> bool:
    """Whether every Boston of a game would show: it is told, or its books are, and beyond doubt."""
    if not checked.sure:
        return False
    if game.bostons is not None:
        return True
    if game.hands is None:
        return checked.ending in _UNPLAYED
    return all(hand.taken or hand.incidents or hand.ruling for hand in game.hands)
