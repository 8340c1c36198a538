"""Penalty cards: their ages, and the order of play they force.

Section II, "Cards played out of turn", "Improperly exposed cards", "Penalty Cards" and "Revokes"; inventory
W-43 to W-53, W-68, readings 22 to 25.
"""

from typing import Final, NamedTuple

from rules_engine.cards import NO_CARD, NO_SUIT, SUIT, TEXT, seniority
from rules_engine.findings import Finding
from rules_engine.sentences import Card, Said, Several, says
from rules_engine.whoopie.check.evidence import Evidence
from rules_engine.whoopie.record import Incident

_RULE: Final = "II/Penalty Cards"
_AFTER_THE_TRICK: Final = 98
_WHEN_THE_TRICK_ENDS: Final = 99
KINDS: Final = frozenset({"exposed-card", "played-out-of-turn", "revoke-corrected"})


class PenaltyCard(NamedTuple):
    """A card exposed when `on_table` cards of `trick` lay on the table; it binds its owner from then on."""

    trick: int
    on_table: int
    card: int

    def binds(self, trick: int, position: int) -> bool:
        """Whether it binds its owner when he plays to `trick` with `position` cards on the table."""
        return trick > self.trick or (trick == self.trick and position >= self.on_table)


def penalty_cards(player: str, incidents: tuple[Incident, ...], evidence: Evidence) -> list[PenaltyCard]:
    """The player's penalty cards of a stanza, oldest first."""
    acts: list[tuple[int, int, tuple[int, ...]]] = []
    for incident in incidents:
        if incident.player == player and incident.kind in KINDS:
            acts.append((incident.trick, _moment(incident, evidence), incident.cards))
    acts.sort(key=lambda act: (act[0], act[1]))
    return [
        PenaltyCard(trick, on_table, card)
        for trick, on_table, cards in acts
        for card in sorted(cards, key=seniority)
        if card != NO_CARD
    ]


def _moment(incident: Incident, evidence: Evidence) -> int:
    """How many cards of the trick lay on the table. Where nothing is said, or an impossible number: all; of a
    card played out of turn those before its owner's turn, but for the leader, who is ahead of nobody and so
    had led already.
    """
    if incident.kind == "revoke-corrected":
        return _WHEN_THE_TRICK_ENDS
    if incident.on_table is not None:
        possible = can_lie_on_table(incident.on_table, evidence.size(incident.trick))
        return incident.on_table if possible else _AFTER_THE_TRICK
    if incident.kind == "played-out-of-turn":
        return evidence.position(incident.player, incident.trick) or _AFTER_THE_TRICK
    return _AFTER_THE_TRICK


def can_lie_on_table(on_table: int | None, size: int) -> bool:
    """Whether so many cards of a trick of that size can have lain on the table; nothing said is no fault."""
    return on_table is None or 0 <= on_table <= size


def moment_untold(incident: Incident, evidence: Evidence) -> Said | None:
    """Of a leader's card out of turn without `on_table`, that it is taken as played after the lead; else
    empty."""
    if (
        incident.kind != "played-out-of-turn"
        or incident.on_table is not None
        or evidence.position(incident.player, incident.trick) != 0
    ):
        return None
    return says(
        "on_table is missing: the card counts as played after the lead to trick %(trick)s.",
        trick=incident.trick,
    )


def due_card(bound: list[int], card: int, led: int, leads: bool, can_follow: bool) -> int | None:
    """The penalty card that had to be played in place of `card`, if any.

    `bound` are the owner's penalty cards that bind him, oldest first; `led` is the suit led, `NO_SUIT` after
    a joker lead; `leads` says that he leads, `can_follow` that he held the suit led. A revoke forces nothing.
    """
    if leads or led == NO_SUIT:
        playable = bound
    elif SUIT[card] == led:
        playable = [penalty for penalty in bound if SUIT[penalty] == led]
    else:
        playable = [] if can_follow else bound
    return playable[0] if playable and playable[0] != card else None


def check_penalty_cards(number: int, evidence: Evidence) -> list[Finding]:
    """Where an older penalty card could legally have been played in stanza `number`."""
    incidents = evidence.stanza.incidents
    owners = {incident.player for incident in incidents if incident.kind in KINDS}
    findings: list[Finding] = []
    for player in evidence.stanza.seated:
        if player in owners:
            findings += _check_owner(player, number, penalty_cards(player, incidents, evidence), evidence)
    return findings


def _check_owner(player: str, number: int, exposed: list[PenaltyCard], evidence: Evidence) -> list[Finding]:
    findings: list[Finding] = []
    begins = min([penalty.trick for penalty in exposed], default=1)
    for trick in range(max(1, begins), evidence.count + 1):
        position = evidence.position(player, trick)
        if position is None or not exposed:
            continue
        card = evidence.card(player, trick)
        bound = _bound(exposed, trick, position, evidence.held(player, trick), evidence.has_surplus(player))
        due = due_card(bound, card, evidence.led(trick), position == 0, evidence.can_follow(player, trick))
        if due is not None:
            message: Said = says(
                "%(player)s played %(card)s, but the penalty card %(due)s was due.",
                player=player,
                card=Card(TEXT[card]),
                due=Card(TEXT[due]),
            )
            untold = _untold(player, due, evidence)
            if untold:
                message = Several([message, untold], " ")
            findings.append(Finding("penalty-card", _RULE, message, number, trick, player))
        if card in bound or card not in evidence.held(player, trick + 1):
            _lay_down(exposed, card)
    return findings


def _untold(player: str, due: int, evidence: Evidence) -> Said | None:
    """What `moment_untold` says of the act that made this card a penalty card."""
    for incident in evidence.stanza.incidents:
        if incident.player == player and due in incident.cards:
            untold = moment_untold(incident, evidence)
            if untold:
                return untold
    return None


def _bound(
    exposed: list[PenaltyCard], trick: int, position: int, held: list[int], has_surplus: bool
) -> list[int]:
    """The penalty cards that bind the owner, who has the cards `held`, oldest first.

    A card exposed a second time, or played too early and taken back, counts from the last time. What a player
    with a card too many holds and never plays is not seen in his tricks.
    """
    bound = [penalty.card for penalty in exposed if penalty.binds(trick, position)]
    for card in set(bound):
        for _ in range(bound.count(card) - max(held.count(card), int(has_surplus))):
            bound.remove(card)
    return bound


def _lay_down(exposed: list[PenaltyCard], card: int) -> None:
    """A penalty card that has been played is one no longer; of two jokers the other may still be."""
    for at, penalty in enumerate(exposed):
        if penalty.card == card:
            del exposed[at]
            return
