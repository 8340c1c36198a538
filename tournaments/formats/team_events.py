"""What formats share in which one game is a whole event of teams: how the engine's answer is kept, and what
it comes to for the players.

Invariants: every player of a team stands where his team stands; what is found is of no stanza and no trick.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import cast

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from tournaments.formats.documents import Planned, Record, TeamFacts
from tournaments.formats.format import PAIR, FormatCheck, FormatFinding, FormatResult, Ranked, StanzaSpot
from tournaments.formats.kept_check import CalledTeam, KeptCheck, KeptFinding, Ranking


def kept(
    answer: Mapping[str, object],
    *,
    ranking: Ranking,
    players: Iterable[str],
    player_hands: int,
    teams: Iterable[CalledTeam] = (),
) -> FormatCheck:
    """The engine's answer, as a document, kept as the site keeps answers; with its findings what the numbers
    of `teams`, those of the record, stand for."""
    written = {**answer, "ranking": ranking, "stanzas": [], "player_hands": player_hands}
    document = cast(KeptCheck, written)
    if document["findings"]:
        document["called"] = list(teams)
    return FormatCheck(
        document=document,
        players=tuple(players),
        planned=None,
        findings=tuple(map(finding, document["findings"])),
        stanzas=(),
    )


def called_pair(name: str, players: Sequence[str]) -> CalledTeam:
    """A team of two of a record by its name, and its players by letter."""
    return {"name": name, "players": dict(zip(PAIR.letters, players, strict=False))}


def finding(data: KeptFinding) -> FormatFinding:
    return FormatFinding(
        code=data["code"],
        severity=data["severity"],
        rule=data["rule"],
        message=data["message"],
    )


def nowhere(_found: KeptFinding) -> StanzaSpot:
    """What is found in an event of teams is of no stanza."""
    return StanzaSpot()


def result_of_teams(
    document: KeptCheck,
    standing: Sequence[tuple[int, int, int]],
    players_of: Callable[[int], Iterable[str]],
    players: int,
) -> FormatResult:
    """What a kept check comes to: `standing` are place, team and score in their order, `players_of` those who
    stand where the team of a number does, `players` how many took part."""
    teams_at = Counter(place for place, _team, _score in standing)
    return FormatResult(
        ranking=tuple(
            Ranked(
                place=place,
                player=player,
                score=score,
                extrapolated=0,
                shared=teams_at[place] > 1,
                team=team,
            )
            for place, team, score in standing
            for player in players_of(team)
        ),
        player_hands=document["player_hands"],
        own_player_hands=document["player_hands"],
        stanzas=0,
        players=players,
    )


def told_by_the_check(
    planned: Planned,
    read: Record,
    until: dt.datetime | None = None,
    ended: Sequence[dt.datetime] = (),
) -> tuple[FormatFinding, ...]:
    """Nothing: the check of the record sees whether all that was planned was played."""
    return ()


def require_other_place(facts: TeamFacts, others: Iterable[TeamFacts], origin: str, rule: str) -> None:
    """Refuse a second team that stood at one place in the event from which it comes."""
    if "place" in facts and any(other.get("place") == facts["place"] for other in others):
        raise Refusal(
            code="origin-place",
            sentence=_("Team %(place)s from %(origin)s is already entered.")
            % {"place": facts["place"], "origin": origin},
            rule=rule,
            remedy=_("Correct the place of one of the two."),
            facts={"field": "place"},
        )


def as_reported(read: Record, amendments: Sequence[object]) -> Record:
    """As it is: a ruling stands on the slip itself, and a slip that was wrong is handed in again."""
    return read
