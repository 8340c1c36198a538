"""The check of the Boston pot.

Rule 40; inventory C-30, reading 7. What is left when a pot does not divide may go to any who share it, or
stay.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.boston import LAST_GAME, Pot, pot
from rules_engine.columbus_whist.findings import found, nowhere
from rules_engine.columbus_whist.game_check import Checked
from rules_engine.columbus_whist.record import BostonPot, Game, Record
from rules_engine.findings import Finding

_UNPLAYED: Final = ("late", "left", "ruling")


def check_pot(record: Record, checked: Sequence[Sequence[Checked]]) -> list[Finding]:
    """Who was paid from the pot, and how much; nothing if that is not told, or not every hand."""
    told = record.pot
    if told is None or told.shares is None or not _seen(record, checked):
        return []
    due = [split(record, told, checked, reported) for reported in (False, True)]
    paid = {team for team, cents in told.shares if cents}
    if told.cents and not any(paid == set(one.winners) for one in due):
        names = ", ".join(map(str, due[0].winners))
        how = "most Bostons" if due[0].hit else "no Boston was made, and most games were won,"
        message = f"The pot is shared by team {names}: {how} by the end of the fourth game."
        return [found("pot-winners", rules.BOSTON, message, nowhere())]
    one = next((one for one in due if paid == set(one.winners)), due[0])
    shares = [cents for _, cents in told.shares if cents]
    if any(cents < one.share for cents in shares) or sum(shares) > told.cents:
        each = f"{len(one.winners)} teams {one.share} each and leaves {one.left}"
        message = f"The pot of {told.cents} cents gives {each}."
        return [found("pot-share", rules.BOSTON, message, nowhere())]
    return []


def settled(record: Record, checked: Sequence[Sequence[Checked]]) -> Pot | None:
    """The pot as it is to be paid; None without one, and while its games do not tell every Boston."""
    if record.pot is None or len(record.rounds) < LAST_GAME or not _seen(record, checked):
        return None
    return split(record, record.pot, checked)


def split(
    record: Record, told: BostonPot, checked: Sequence[Sequence[Checked]], as_reported: bool = False
) -> Pot:
    """The pot as the first four games give it."""
    bostons: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for _, team, side, game in _first_games(record, checked):
        result = game.as_reported if as_reported else game.by_rule
        bostons[team] += game.bostons[side]
        won[team] += result.winner == side
    return pot(
        told.cents,
        {team: bostons[team] for team in told.teams},
        {team: won[team] for team in told.teams},
    )


def _first_games(
    record: Record, checked: Sequence[Sequence[Checked]]
) -> Iterator[tuple[Game, int, int, Checked]]:
    """The first four games of each team, with the team and its side in each."""
    played: Counter[int] = Counter()
    for games, done in zip(record.rounds, checked, strict=True):
        for game, one in zip(games, done, strict=True):
            for side, team in enumerate(game.teams):
                played[team] += 1
                if played[team] <= LAST_GAME:
                    yield game, team, side, one


def _seen(record: Record, checked: Sequence[Sequence[Checked]]) -> bool:
    """Whether every Boston of these games would show: their books are told and beyond doubt."""
    for game, _, _, one in _first_games(record, checked):
        if not one.sure or (game.hands is None and one.ending not in _UNPLAYED):
            return False
        for hand in game.hands or ():
            if hand.taken is None and not hand.incidents and hand.ruling is None:
                return False
    return True
