"""A game as it stands: what was reported of it, with what rulings, votes and decisions amended.

Purpose: an amendment of a stanza takes incidents out and puts others in and sets fields, in the words of
`whoopie-game/1`; what follows from it for totals, entry scores and final scores is computed here by the
functions that write and check records.
Invariants: amendments are applied in the order given; one of a stanza not played yet changes nothing; no
amendment gives the same record, and amending back what was amended gives the first one; totals written down
from the first stanza on that differs are left out or stated anew, since the table wrote others; bids, tricks
taken and bids made are set player by player, so that amendments about different players do not touch each
other.
Rule sections: I (scoring), II (truncated average, extrapolation), IV (rulings and appeals).
Terms: head (the record's fields but its stanzas), entries (the incidents of a stanza; of stanza 0, the game
as a whole, those of `absent`, where an entry takes the place of another one of the same player).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, cast

from rules_engine.whoopie.check.game import check_record
from rules_engine.whoopie.document import (
    AbsentDocument,
    IncidentDocument,
    RecordDocument,
    StanzaDocument,
    bids_by_player,
    written_bids,
)
from rules_engine.whoopie.reader.game import record_of
from rules_engine.whoopie.record_writing import state_entries, with_final

WHOLE: Final = 0
BY_PLAYER: Final = ("taken", "made")
Entry: TypeAlias = IncidentDocument | AbsentDocument


class Amendment(NamedTuple):
    """What becomes of a stanza (0: the game as a whole): entries out and in; of a stanza fields set, too.

    A field that is set to None is taken out.
    Of `bids`, `taken` and `made` only the players named are set.
    """

    stanza: int
    removes: Sequence[Entry] = ()
    adds: Sequence[Entry] = ()
    sets: Mapping[str, Any] = {}


def undecided(body: StanzaDocument, bids: Mapping[str, int]) -> list[str]:
    """Those of whom a reported stanza cannot tell whether they made `bids`.

    Its report says no more than that another bid of theirs failed.
    """
    if "taken" in body or "tricks" in body:
        return []
    made = body.get("made", {})
    return [
        player
        for player, bid in bids_by_player(body).items()
        if bids.get(player, bid) != bid and made.get(player) is False
    ]


def amended_stanzas(
    bodies: Sequence[StanzaDocument], amendments: Iterable[Amendment]
) -> list[StanzaDocument]:
    """The stanzas as they stand; totals written from the first one on that differs are left out."""
    stand = [body.copy() for body in bodies]
    for amendment in amendments:
        if WHOLE < amendment.stanza <= len(stand):
            at = amendment.stanza - 1
            stand[at] = _with_sets(_with_incidents(stand[at], amendment), amendment)
    for body in stand[_first_change(bodies, stand) :]:
        body.pop("scores", None)
    return stand


def amended_absent(
    reported: Sequence[AbsentDocument], amendments: Iterable[Amendment]
) -> list[AbsentDocument]:
    """Those who left, and whether their scores are extrapolated as it stands."""
    absent = [entry.copy() for entry in reported]
    for amendment in amendments:
        if amendment.stanza == WHOLE:
            instead = {entry["player"]: entry for entry in cast("Sequence[AbsentDocument]", amendment.adds)}
            remaining = cast("list[AbsentDocument]", _without(absent, amendment.removes))
            entries = [instead.pop(entry["player"], entry) for entry in remaining]
            absent = [entry.copy() for entry in (*entries, *instead.values())]
    return absent


def amended(document: RecordDocument, amendments: Sequence[Amendment]) -> RecordDocument:
    """A whole record as it stands: its totals, entry scores and final scores are those of what stands.

    A final score of one who left the parent game, which this record cannot tell, stays as reported.

    Raises:
        Malformed: what stands is no record; the pointer is the place.
    """
    stanzas = document["stanzas"]
    stand = _with_absent(document, amendments)
    stand["stanzas"] = amended_stanzas(stanzas, amendments)
    if stand == document:
        return stand
    first = _first_change(stanzas, stand["stanzas"])
    reported = stand.pop("final", None)
    check = check_record(record_of(stand))
    for body, written, result in zip(
        stand["stanzas"][first:], stanzas[first:], check.stanzas[first:], strict=True
    ):
        if "scores" in written:
            body["scores"] = dict(result.scores)
        if "joins" in body:
            body["joins"] = [join.copy() for join in body["joins"]]
    bodies = enumerate(stand["stanzas"][first:], first)
    state_entries([(at, join) for at, body in bodies for join in body.get("joins", ())], check)
    if reported is None:
        return stand
    sat = {player for result in check.stanzas for player in result.delta}
    brought = {player: score for player, score in reported.items() if player not in sat}
    return with_final(stand, check, brought, order=reported)


def _first_change(bodies: Sequence[StanzaDocument], stand: Sequence[StanzaDocument]) -> int:
    """The place of the first stanza that differs; beyond the last where none does."""
    places = (at for at, (body, now) in enumerate(zip(bodies, stand, strict=True)) if body != now)
    return next(places, len(stand))


def _with_incidents(body: StanzaDocument, amendment: Amendment) -> StanzaDocument:
    reported = body.get("incidents", [])
    entries = [*_without(reported, amendment.removes), *amendment.adds]
    incidents = [entry.copy() for entry in cast("list[IncidentDocument]", entries)]
    if incidents == reported:
        return body
    stand = body.copy()
    stand.pop("incidents", None)
    if incidents:
        stand["incidents"] = incidents
    return stand


def _with_absent(document: RecordDocument, amendments: Iterable[Amendment]) -> RecordDocument:
    """The record with those who are extrapolated as it stands."""
    reported = document.get("absent", [])
    absent = amended_absent(reported, amendments)
    stand = document.copy()
    if absent != reported:
        stand.pop("absent", None)
        if absent:
            stand["absent"] = absent
    return stand


def _without(entries: Iterable[Entry], removes: Iterable[Entry]) -> list[Entry]:
    """The entries without those that are taken out, of equal ones the last; what is not there stays out."""
    backwards = list(entries)[::-1]
    for removed in removes:
        if removed in backwards:
            backwards.remove(removed)
    return backwards[::-1]


def _with_sets(body: StanzaDocument, amendment: Amendment) -> StanzaDocument:
    sets = dict(amendment.sets)
    stand: Any = _with_bids(body, dict(sets.pop("bids"))) if "bids" in sets else body.copy()
    for field, value in sets.items():
        if value is None:
            stand.pop(field, None)
        elif field in BY_PLAYER and field in stand:
            stand[field] = {**stand[field], **value}
        else:
            stand[field] = value
    return cast(StanzaDocument, stand)


def _with_bids(body: StanzaDocument, bids: Mapping[str, int]) -> StanzaDocument:
    """The stanza with those bids; where no tricks are told, whoever made another bid failed in his."""
    before = bids_by_player(body)
    now = {player: bids.get(player, bid) for player, bid in before.items()}
    stand = body.copy()
    stand["bids"] = written_bids(now)
    if "made" in body and "taken" not in body and "tricks" not in body:
        failed = {player: False for player, bid in now.items() if bid != before[player]}
        stand["made"] = {**body["made"], **failed}
    return stand
