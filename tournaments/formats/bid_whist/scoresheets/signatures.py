"""Who signed a scoresheet: one of each team, on paper or here.

Rule section: 3 (B-36). Who reports a sheet and who signs it count for their teams once both have; what the
paper has is typed beside. Nobody is taken to have signed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules_engine.bid_whist.document import GameDocument
from tournaments.formats.bid_whist.kept import SheetSlip
from tournaments.formats.slips import EventHead


def unsigned(
    head: EventHead, teams: Sequence[int], body: SheetSlip, people: Collection[str]
) -> tuple[str, ...]:
    """The teams of a sheet of which nobody is among those who reported or sign it, while it does not say
    who signed the paper; a game that was forfeited is signed by nobody."""
    if "signed" in body or "forfeit" in body:
        return ()
    return tuple(head.teams[team].name for team in teams if not set(people) & set(head.teams[team].everybody))


def signed_game(head: EventHead, place: str, game: GameDocument) -> GameDocument:
    """The game of the record with those of its teams of which somebody signed; without a word of it where
    nobody did, neither here nor on paper."""
    if "hands" not in game:
        return game.copy()
    signers = set(head.signed.get(place, ()))
    here = {team for team in game["teams"] if signers & set(head.teams[team].everybody)}
    if not here:
        return game.copy()
    on_paper = game.get("signed", ())
    signed = game.copy()
    signed["signed"] = [team for team in game["teams"] if team in here or team in on_paper]
    return signed
