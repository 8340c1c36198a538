"""Writing a `whoopie-game/1` record from recorded facts: who sat when, and each stanza as it was reported.

Nothing that the rules compute is taken from anybody: entry scores (W-77, W-79), who deals how many cards next
(W-16 to W-19), and final scores with extrapolation (W-80 to W-84, reading 38) are filled in here by the same
functions that the check uses. A stay is one sitting of one player, from one stanza to another.
"""

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from rules_engine.whoopie.averages import Extrapolation, extrapolate, truncated_average
from rules_engine.whoopie.check.game import check_record
from rules_engine.whoopie.check.outcome import last_three
from rules_engine.whoopie.check.result import Check
from rules_engine.whoopie.course import HandCourse, next_dealer
from rules_engine.whoopie.deals_ahead import Deal, Written, deals
from rules_engine.whoopie.document import (
    ChangesDocument,
    HeadDocument,
    JoinDocument,
    RecordDocument,
    StanzaDocument,
)
from rules_engine.whoopie.hand_sizes import Hand, next_hand
from rules_engine.whoopie.reader.game import record_of
from rules_engine.whoopie.record import FORMAT

_UNKNOWN: Final = 0


class Stay(NamedTuple):
    """One player at the table from stanza `since` to stanza `until` (None: he sits there still).

    `left_of` is his neighbour on entering, None for who sat there at the first deal. `score` is the former
    score that he brings from a related game, called `came_from`; None where this game's own totals tell it.
    """

    player: str
    since: int = 1
    until: int | None = None
    left_of: str | None = None
    returns: bool = False
    score: int | None = None
    came_from: str | None = None


class EarlierLeaver(NamedTuple):
    """Who left the parent before the split: his score, and the totals of all in his last stanza after it."""

    score: int
    last_stanza_scores: tuple[int, ...]
    authorised: bool


def seated(seats: Sequence[str], stays: Sequence[Stay], stanza: int) -> tuple[str, ...]:
    """Who sits at the table in a stanza, clockwise; `stays` in the order in which people sat down."""
    table = list(seats)
    for number in range(1, stanza + 1):
        for stay in _joins(stays, number):
            _sit(table, stay)
        gone = {stay.player for stay in stays if stay.until == number - 1}
        table = [player for player in table if player not in gone]
    return tuple(table)


def compose(head: HeadDocument, stanzas: Sequence[StanzaDocument], stays: Sequence[Stay]) -> RecordDocument:
    """The record of a game so far: `head` holds its fields but `format` and `stanzas`.

    Raises:
        Malformed: a stanza cannot be read; the pointer is the place in the record.
    """
    document: RecordDocument = {
        "format": FORMAT,
        **head,
        "stanzas": [with_changes(body, number, stays) for number, body in enumerate(stanzas, 1)],
    }
    if any(_voted_after(body, len(stanzas)) for body in stanzas):
        gone = {stay.player for stay in stays if stay.until == len(stanzas)}
        came = {stay.player for stay in _joins(stays, len(stanzas) + 1)}
        document["after_last"] = {"leaves": sorted(gone - came), "joins": sorted(came - gone)}
    joins = [
        (at, join)
        for at, body in enumerate(document["stanzas"])
        for join in body.get("joins", ())
        if join["score"] is None
    ]
    for _, join in joins:
        join["score"] = _UNKNOWN
    if joins:
        state_entries(joins, check_record(record_of(document)))
    return document


def corrected(
    document: RecordDocument,
    stanzas: Sequence[StanzaDocument],
    seats: Sequence[str] = (),
    first_dealer: str = "",
) -> RecordDocument:
    """The record with these stanzas in place of its own, by which all its sums are worked out again; `seats`
    and `first_dealer` where others sat there at the first deal.

    Totals that were written are left out, entry scores and final scores are those that the rules give; what
    was brought from another game stays. Nobody is extrapolated who sits there at the end, or who by these
    stanzas never sat there.

    Raises:
        Malformed: a stanza cannot be read; the pointer is the place in the record.
    """
    bodies = [copy.deepcopy(body) for body in stanzas]
    for body in bodies:
        body.pop("scores", None)
    restated = document.copy()
    restated.pop("final", None)
    restated["stanzas"] = bodies
    restated["seats"] = list(seats or document["seats"])
    restated["first_dealer"] = first_dealer or document["first_dealer"]
    if "draw" in document:
        restated["draw"] = _drawn_by(restated["seats"], document["draw"])
    joins = [
        (at, join) for at, body in enumerate(bodies) for join in body.get("joins", ()) if "from" not in join
    ]
    for _, join in joins:
        join["score"] = _UNKNOWN if join["score"] is None else join["score"]
    if "absent" in document:
        gone = _gone(restated)
        restated["absent"] = [absentee for absentee in document["absent"] if absentee["player"] in gone]
    check = check_record(record_of(restated))
    if joins:
        state_entries(joins, check)
        check = check_record(record_of(restated))
    if "final" not in document:
        return restated
    own = {*document["seats"]}.union(
        *({join["player"] for join in body.get("joins", ())} for body in document["stanzas"])
    )
    brought = {player: score for player, score in document["final"].items() if player not in own}
    return with_final(restated, check, brought, document["final"])


def due(document: RecordDocument, table: Sequence[str]) -> Deal:
    """The deal after the stanzas of a record, when `table` sits down to it.

    Raises:
        ValueError: nobody sits there.
    """
    return coming(document, table, 1)[0]


def coming(document: RecordDocument, table: Sequence[str], stanzas: int) -> tuple[Deal, ...]:
    """So many deals after the stanzas of a record, as long as `table` sits there; the first is what is due.

    Raises:
        ValueError: nobody sits there.
    """
    return due_and_coming(document, table, stanzas)[len(document["stanzas"]) :]


def due_and_coming(document: RecordDocument, table: Sequence[str], stanzas: int) -> tuple[Deal, ...]:
    """What was due in each stanza of a record, and after that what `coming` says."""
    record = record_of(document)
    start = record.start
    played = [Written(stanza.seated, stanza.cards, stanza.dealer) for stanza in record.stanzas]
    ahead = [Written(tuple(table))] * stanzas
    hand = (start.cards, start.direction) if start is not None else None
    return deals(record.first_dealer, hand, [*played, *ahead], record.seats)


def deal_after(deal: Deal, table: Sequence[str]) -> Deal:
    """The deal after one in a game in which none was wrong, when `table` sat down to it and goes on."""
    cards, direction = next_hand(deal.cards, deal.direction, len(table))
    return Deal(cards, direction, next_dealer(deal.dealer, tuple(table), tuple(table)))


def last_hand(start: Hand | None, dealt: Sequence[tuple[int, int]]) -> Hand:
    """The hand of the last stanza and the direction of its movement.

    `dealt` are the cards and the number of players of each stanza, at least one; `start` as after a split.
    """
    hands = HandCourse(start)
    for cards, players in dealt:
        hands.follow(cards, players)
    return hands.hand


def entry_score(last_scores: Sequence[int] | None, first: int, former: int | None) -> int:
    """With what score somebody sits down: his former one, or the truncated average of the last stanza.

    `last_scores` are the totals of those who played it, None before any, when a newcomer has `first`.
    """
    if former is not None:
        return former
    return truncated_average(last_scores) if last_scores else first


def state_entries(joins: Iterable[tuple[int, JoinDocument]], check: Check) -> None:
    """Write into entries of a record, each with the place of its stanza, the scores that the check gives."""
    for at, join in joins:
        result = check.stanzas[at]
        join["score"] = result.scores[join["player"]] - result.delta[join["player"]]


def with_final(
    document: RecordDocument, check: Check, brought: Mapping[str, int], order: Iterable[str] = ()
) -> RecordDocument:
    """The record with everybody's final score: by its check, but for those `brought` from a related game."""
    final = {**check.final, **brought}
    known = [player for player in order if player in final]
    return {**document, "final": {player: final[player] for player in dict.fromkeys((*known, *final))}}


def conclude(
    document: RecordDocument, authorised: Sequence[str], earlier: Mapping[str, EarlierLeaver]
) -> RecordDocument:
    """The record closed: who is extrapolated, and everybody's final score, `earlier` leavers included."""
    last = record_of(document).stanzas[-1].seated
    absent = [player for player in authorised if player not in last]
    absent += [player for player, leaver in earlier.items() if leaver.authorised]
    closed = document.copy()
    if absent:
        closed["absent"] = [{"player": player, "extrapolate": True} for player in absent]
    check = check_record(record_of(closed))
    brought = {
        player: extrapolated_leaver(document, check, leaver).final if leaver.authorised else leaver.score
        for player, leaver in earlier.items()
    }
    return with_final(closed, check, brought)


def extrapolated_leaver(document: RecordDocument, check: Check, leaver: EarlierLeaver) -> Extrapolation:
    """The final score of one who left the parent, by the final average of the group that carries its name."""
    steady = last_three([stanza.seated for stanza in record_of(document).stanzas[-3:]])
    totals: dict[str, int] = {}
    for stanza in check.stanzas:
        totals.update(stanza.scores)
    return extrapolate(leaver.score, leaver.last_stanza_scores, [totals[player] for player in steady], True)


def _voted_after(body: StanzaDocument, stanzas: int) -> bool:
    """Whether a vote on something in the stanza was opened after so many."""
    incidents = body.get("incidents")
    return isinstance(incidents, list) and any(
        isinstance(incident, dict) and incident.get("voted_after") == stanzas for incident in incidents
    )


def _joins(stays: Sequence[Stay], stanza: int) -> list[Stay]:
    return [stay for stay in stays if stay.left_of is not None and stay.since == stanza]


def _sit(table: list[str], stay: Stay) -> None:
    at = table.index(stay.left_of) + 1 if stay.left_of in table else len(table)
    table.insert(at, stay.player)


def with_changes(body: StanzaDocument, number: int, stays: Sequence[Stay]) -> StanzaDocument:
    """The stanza with those who left and came before it, as the record has them."""
    changes: ChangesDocument = {}
    leaves = [stay.player for stay in stays if stay.until == number - 1]
    if leaves:
        changes["leaves"] = leaves
    joins = [_join(stay) for stay in _joins(stays, number)]
    if joins:
        changes["joins"] = joins
    changed = body.copy()
    changed.pop("leaves", None)
    changed.pop("joins", None)
    return {**changes, **changed}


def _gone(document: RecordDocument) -> set[str]:
    """Who sat there once, here or in the game that was split, and does not at the end."""
    stanzas = record_of({**document, "absent": []}).stanzas
    present = stanzas[-1].seated if stanzas else document["seats"]
    sat = {*document["seats"]}.union(*(stanza.seated for stanza in stanzas))
    return sat.union(document.get("start", {}).get("scores", ())).difference(present)


def _drawn_by(seats: Sequence[str], draw: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """The draw for the first deal, of those who sat there at it."""
    rounds = [{player: card for player, card in cut.items() if player in seats} for cut in draw]
    return [cut for cut in rounds if cut]


def _join(stay: Stay) -> JoinDocument:
    assert stay.left_of is not None, "only they sit down later"
    join: JoinDocument = {"player": stay.player, "left_of": stay.left_of, "score": stay.score}
    if stay.returns:
        join["returns"] = True
    if stay.came_from is not None:
        join["from"] = stay.came_from
    return join
