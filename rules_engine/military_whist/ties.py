"""Ties played off: who has the bye, what is trump, who deals, and in which order the teams end.

Tie breakers; inventory M-34 to M-36, readings 5, 7 and 11. The A and B players of two teams play one extra
hand, in a trump that the director cuts and so always a suit; no flags move. Of three teams the one whose A
player draws lowest has a bye: the others play, the winner plays the team with the bye, and who loses the
first hand is third. Ace is high, equals draw again among themselves. Of four teams or more the text says
nothing: the leader decides.

Teams and players are named by strings of the asker's.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rules_engine import cards, draws
from rules_engine.military_whist import rules
from rules_engine.military_whist.hand import count
from rules_engine.military_whist.rotation import SUITS, Trump
from rules_engine.sentences import Said, Sentence, Several, TeamNumber, says

PLAYED_OFF: Final = (2, 3)
PLAYERS: Final = ("A", "B")
_TRUMPS: Final[dict[str, Trump]] = {"S": "S", "H": "H", "D": "D", "C": "C"}


class NotToBePlayed(ValueError):
    """A hand of a play-off that was not due; `index` is its place in the list, `reason` says it to people."""

    def __init__(self, index: int, reason: Sentence) -> None:
        super().__init__(reason[0].lower() + reason[1:].removesuffix("."))
        self.index = index
        self.reason = reason


class Drawn(NamedTuple):
    """Whom a draw names, or who is still equal and draws again."""

    name: str | None
    open: tuple[str, ...]


class Extra(NamedTuple):
    """An extra hand as it ended: the two teams and the tricks of each, revokes awarded."""

    teams: tuple[str, str]
    tricks: tuple[int, int]

    @property
    def winner(self) -> str:
        """The team with more tricks; thirteen never divide evenly."""
        # The comparison is a place: False the first team, True the other.
        return self.teams[self.tricks[1] > self.tricks[0]]

    @property
    def loser(self) -> str:
        """The other team."""
        return self.teams[self.tricks[1] < self.tricks[0]]


class PlayOffCourse(NamedTuple):
    """How far a play-off has come: `order` once it is over, else the teams of the `next` hand.

    `next` is empty while the draw for the bye is open, and where the leader decides.
    """

    order: tuple[str, ...]
    next: tuple[str, ...]
    bye: str | None
    rule: str
    reason: Said


def trump(card: str) -> Trump:
    """The trump that the director's cut gives.

    Raises:
        ValueError: for what is no card of a suit.
    """
    code = cards.CODES.get(card, cards.JOKER)
    if code == cards.JOKER:
        raise ValueError(f"{card!r} is no card of a suit")
    return _TRUMPS[cards.SUITS[cards.SUIT[code]]]


def dealer(rounds: Sequence[Mapping[str, str]]) -> Drawn:
    """Who deals an extra hand: the highest card of all players' cuts, at least one round."""
    return _named(draws.drew_highest(rounds))


def bye(rounds: Sequence[Mapping[str, str]]) -> Drawn:
    """Which of three teams has the bye: the lowest card of the A players, at least one round."""
    return _named(draws.drew_lowest(rounds))


def awarded(tricks: tuple[int, int], revokes: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """Tricks of both teams, thirteen together, after the revokes of each."""
    first, other = count(SUITS[0], tricks[0], revokes[0], revokes[1])
    return first, other


def play_off(
    teams: Sequence[str], draw: Sequence[Mapping[str, str]] = (), hands: Sequence[Extra] = ()
) -> PlayOffCourse:
    """How far the play-off of tied teams has come, with the draw for the bye and the hands so far.

    Raises:
        NotToBePlayed: for a hand that was not due.
        ValueError: for fewer than two teams.
    """
    if len(teams) < min(PLAYED_OFF):
        raise ValueError("a tie has at least two teams")
    if len(teams) > max(PLAYED_OFF):
        _no_more(hands, 0)
        reason = says(
            "%(teams)s teams are tied; the text has no play-off for so many, the leader decides.",
            teams=len(teams),
        )
        return PlayOffCourse((), (), None, rules.MORE_TIED, reason)
    if len(teams) == 2:
        return played(teams, None, hands)
    drawn = bye(draw) if draw else Drawn(None, tuple(teams))
    if drawn.name is None:
        _no_more(hands, 0)
        reason = says(
            "The A players of %(teams)s draw a card; the lowest has the bye.", teams=Several(drawn.open)
        )
        return PlayOffCourse((), (), None, rules.THREE_TIED, reason)
    return played(teams, drawn.name, hands)


def played(teams: Sequence[str], out: str | None, hands: Sequence[Extra]) -> PlayOffCourse:
    """How far two teams have come, or three of whom `out` has the bye.

    Raises:
        NotToBePlayed: for a hand that was not due.
    """
    return _two(teams, hands) if out is None else _three(teams, out, hands)


def _two(teams: Sequence[str], hands: Sequence[Extra]) -> PlayOffCourse:
    if not hands:
        reason = says(
            "The A and B players of %(one)s and %(other)s play one hand.", one=teams[0], other=teams[1]
        )
        return PlayOffCourse((), tuple(teams), None, rules.TWO_TIED, reason)
    _require(hands, 0, teams)
    _no_more(hands, 1)
    reason = says("%(team)s won the extra hand.", team=hands[0].winner)
    return PlayOffCourse((hands[0].winner, hands[0].loser), (), None, rules.TWO_TIED, reason)


def _three(teams: Sequence[str], out: str, hands: Sequence[Extra]) -> PlayOffCourse:
    playing = tuple(team for team in teams if team != out)
    if not hands:
        reason = says(
            "%(bye)s has the bye; %(one)s and %(other)s play one hand.",
            bye=out,
            one=playing[0],
            other=playing[1],
        )
        return PlayOffCourse((), playing, out, rules.THREE_TIED, reason)
    _require(hands, 0, playing)
    first = hands[0]
    if len(hands) == 1:
        reason = says(
            "%(winner)s and %(bye)s, who had the bye, play one hand; %(last)s is last of the three.",
            winner=first.winner,
            bye=out,
            last=first.loser,
        )
        return PlayOffCourse((), (first.winner, out), out, rules.THREE_TIED, reason)
    _require(hands, 1, (first.winner, out))
    _no_more(hands, 2)
    second = hands[1]
    reason = says(
        "%(winner)s won the last hand; %(last)s lost the first.", winner=second.winner, last=first.loser
    )
    return PlayOffCourse((second.winner, second.loser, first.loser), (), out, rules.THREE_TIED, reason)


def _named(group: tuple[str, ...]) -> Drawn:
    return Drawn(group[0], ()) if len(group) == 1 else Drawn(None, group)


def _require(hands: Sequence[Extra], at: int, teams: Sequence[str]) -> None:
    if set(hands[at].teams) != set(teams):
        raise NotToBePlayed(
            at,
            says(
                "The hand is between %(one)s and %(other)s.",
                one=TeamNumber(teams[0]),
                other=TeamNumber(teams[1]),
            ),
        )


def _no_more(hands: Sequence[Extra], at: int) -> None:
    if len(hands) > at:
        raise NotToBePlayed(at, says("No such hand was to be played."))
