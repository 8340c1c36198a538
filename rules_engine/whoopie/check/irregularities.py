"""Checks the reported irregularities of play and bidding against the cards and the bids.

Section II and the Whoopie call of section I; inventory W-30, W-43 to W-74. What cannot be seen (a call that
was not heard, a breath) is taken from the report; what the cards contradict is `incident-unsupported`.
"""

from collections.abc import Sequence

from rules_engine.cards import NO_CARD, NO_SUIT, SUIT, TEXT
from rules_engine.findings import Finding
from rules_engine.sentences import Card, Said, Several, says
from rules_engine.whoopie.check.bidding import forbidden_bid
from rules_engine.whoopie.check.evidence import Evidence, ProvenRevoke
from rules_engine.whoopie.check.penalty_cards import can_lie_on_table, moment_untold
from rules_engine.whoopie.check.play import REVOKES
from rules_engine.whoopie.record import Incident, Stanza

TRICK_KINDS = frozenset(
    {"no-whoopie-call", "exposed-card", "played-out-of-turn", "revoke-corrected"}
    | {"revoke-self", "revoke-other", "revoke-late"}
)
_RULES = {
    "no-whoopie-call": "I/Trumps and Whoopie cards",
    "bid-out-of-turn": "II/Bids out of turn",
    "illegal-bid": "II/Changing bids",
    "exposed-card": "II/Improperly exposed cards",
    "played-out-of-turn": "II/Cards played out of turn",
    "wrong-card-count": "II/Incorrect number of cards",
}


Act = tuple[str, str, int, tuple[int, ...]]


class Irregularities:
    """The irregularities of one stanza, with what there is to hold them against."""

    def __init__(
        self,
        stanza: Stanza,
        number: int,
        dealer: str,
        bids: dict[str, int],
        evidence: Evidence | None,
        revokes: list[ProvenRevoke],
    ) -> None:
        self.stanza = stanza
        self.number = number
        self.dealer = dealer
        self.bids = bids
        self.evidence = evidence
        self.revokes = {(revoke.player, revoke.trick) for revoke in revokes}
        self.claims: dict[Act, int] = {}
        self.how_revokes_ended: dict[tuple[str, int], bool] = {}

    def check(self, incident: Incident) -> Finding | None:
        """What contradicts the incident, if anything does."""
        message = self._contradiction(incident)
        if message is None:
            if incident.kind in REVOKES or incident.kind == "revoke-corrected":
                self.how_revokes_ended[incident.player, incident.trick] = incident.kind in REVOKES
            return None
        trick = incident.trick if incident.kind in TRICK_KINDS else None
        rule = _RULES.get(incident.kind, "II/Revokes")
        return Finding("incident-unsupported", rule, message, self.number, trick, incident.player)

    def _contradiction(self, incident: Incident) -> Said | None:
        kind, player = incident.kind, incident.player
        if kind == "misdeal":
            return None
        if player not in self.stanza.seated:
            return says("%(player)s does not sit at the table in this stanza.", player=player)
        if self._claimed_before(incident):
            return says("This act of %(player)s is claimed already.", player=player)
        if kind in ("bid-out-of-turn", "illegal-bid"):
            return self._bid_contradiction(incident)
        if kind == "wrong-card-count":
            if incident.held == self.stanza.cards or incident.held < 0:
                return says(
                    "%(player)s holds %(held)s cards, which is no wrong number.",
                    player=player,
                    held=incident.held,
                )
            return None
        if kind not in TRICK_KINDS:
            return None
        if not 1 <= incident.trick <= self.stanza.cards:
            return says("There is no trick %(trick)s in this stanza.", trick=incident.trick)
        table = self.evidence.size(incident.trick) if self.evidence is not None else len(self.stanza.seated)
        if not can_lie_on_table(incident.on_table, table):
            return says(
                "%(cards)s cards of a trick cannot lie on the table; at most %(most)s did.",
                cards=incident.on_table,
                most=table,
            )
        if NO_CARD in incident.cards or self.evidence is None:
            return None
        return self._play_contradiction(incident, self.evidence)

    def _claimed_before(self, incident: Incident) -> bool:
        """Whether all that the player can have done of the kind is claimed by earlier incidents.

        After a misdeal he bids once more, and the dealer whose bid is void may bid too early again; a Whoopie
        card that was taken back had to be called too.
        """
        act = _act(incident)
        if self._ended_otherwise(incident):
            return True
        if act is None or (incident.kind == "bid-out-of-turn" and incident.player == self.dealer):
            return False
        claimed = self.claims.get(act, 0)
        self.claims[act] = claimed + 1
        return claimed > 0 and claimed > self._again(incident)

    def _ended_otherwise(self, incident: Incident) -> bool:
        """Whether the player's revoke in that trick is told already as one that stands, here as corrected,
        or the other way round."""
        kind = incident.kind
        if kind not in REVOKES and kind != "revoke-corrected":
            return False
        stands = self.how_revokes_ended.get((incident.player, incident.trick))
        return stands is not None and stands != (kind in REVOKES)

    def _again(self, incident: Incident) -> int:
        """How often the act may have been done once more."""
        times = 0
        for other in self.stanza.incidents:
            if incident.kind in ("bid-out-of-turn", "illegal-bid"):
                times += other.kind == "misdeal"
            elif incident.kind == "no-whoopie-call" and other.trick == incident.trick:
                if other.player == incident.player:
                    times += len(other.cards)
                else:
                    times += other.kind == "revoke-corrected"
        return times

    def _bid_contradiction(self, incident: Incident) -> Said | None:
        player, standing = incident.player, self.bids.get(incident.player)
        in_range = 0 <= incident.bid <= self.stanza.cards
        if incident.kind == "bid-out-of-turn":
            can_be_taken = standing is not None and 0 <= standing <= self.stanza.cards
            if player != self.dealer and can_be_taken and in_range and incident.bid != standing:
                return says(
                    "A bid out of turn stands, but %(player)s's standing bid is %(bid)s.",
                    player=player,
                    bid=standing,
                )
            return None
        if player == self.dealer and standing is not None:
            others = sum(self.bids.values()) - standing
            in_range = in_range and incident.bid != forbidden_bid(self.stanza.cards, others)
        return (
            says("%(player)s's bid of %(bid)s was a legal one.", player=player, bid=incident.bid)
            if in_range
            else None
        )

    def _play_contradiction(self, incident: Incident, evidence: Evidence) -> Said | None:
        kind, player, trick = incident.kind, incident.player, incident.trick
        if kind == "no-whoopie-call":
            return self._call_contradiction(player, trick, evidence)
        if kind in ("exposed-card", "played-out-of-turn"):
            return _exposure_contradiction(incident, evidence)
        if kind == "revoke-corrected":
            return _corrected_contradiction(incident, evidence)
        if (player, trick) in self.revokes or evidence.has_surplus(player):
            return None
        return says(
            "%(player)s did not revoke in trick %(trick)s by the cards reported.", player=player, trick=trick
        )

    def _call_contradiction(self, player: str, trick: int, evidence: Evidence) -> Said | None:
        if self.stanza.defining in (None, NO_CARD) or evidence.is_whoopie(player, trick):
            return None
        for other in self.stanza.incidents:
            if other.trick != trick:
                continue
            taken_back: Sequence[int] = other.cards
            if other.player != player:
                went_back = other.kind == "revoke-corrected" and evidence.is_ahead(
                    other.player, player, trick
                )
                taken_back = evidence.held(player, trick + 1) if went_back else ()
            if any(evidence.must_call(card, player, trick) for card in taken_back):
                return None
        return says(
            "%(player)s played no Whoopie card that had to be called to trick %(trick)s.",
            player=player,
            trick=trick,
        )


def _act(incident: Incident) -> Act | None:
    """What is one act however often it is told; None for what may happen again and again."""
    kind = incident.kind
    if kind in REVOKES:
        return "revoke", incident.player, incident.trick, ()
    if kind == "revoke-corrected":
        return kind, incident.player, incident.trick, incident.cards
    if kind == "illegal-bid":
        return kind, incident.player, incident.bid, ()
    if kind in ("no-whoopie-call", "bid-out-of-turn", "wrong-card-count"):
        return kind, incident.player, incident.trick, ()
    return None


def _exposure_contradiction(incident: Incident, evidence: Evidence) -> Said | None:
    held = evidence.held(incident.player, _first_trick_after(incident, evidence))
    for card in incident.cards:
        if card not in held:
            if evidence.has_surplus(incident.player):
                continue
            gone = says(
                "%(player)s did not hold %(card)s any more.", player=incident.player, card=Card(TEXT[card])
            )
            untold = moment_untold(incident, evidence)
            return Several([gone, untold], " ") if untold else gone
        held.remove(card)
    return None


def _first_trick_after(incident: Incident, evidence: Evidence) -> int:
    """The trick from which on an exposed card can have been played."""
    position = evidence.position(incident.player, incident.trick)
    if incident.on_table is not None and position is not None and incident.on_table > position:
        return incident.trick + 1
    if moment_untold(incident, evidence):
        return incident.trick + 1
    return incident.trick


def _corrected_contradiction(incident: Incident, evidence: Evidence) -> Said | None:
    player, trick, wrong = incident.player, incident.trick, incident.cards[0]
    led = evidence.led(trick)
    if led == NO_SUIT or evidence.position(player, trick) in (None, 0):
        return says(
            "Nothing was led to trick %(trick)s that %(player)s had to follow.", trick=trick, player=player
        )
    if SUIT[wrong] == led:
        return says("%(card)s follows the suit led to trick %(trick)s.", card=Card(TEXT[wrong]), trick=trick)
    if SUIT[evidence.card(player, trick)] != led:
        return says(
            "%(player)s follows suit in trick %(trick)s not even after the correction.",
            player=player,
            trick=trick,
        )
    if wrong not in evidence.held(player, trick + 1) and not evidence.has_surplus(player):
        return says("%(card)s did not go back into %(player)s's hand.", card=Card(TEXT[wrong]), player=player)
    return None
