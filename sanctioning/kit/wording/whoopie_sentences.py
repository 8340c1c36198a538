"""The sentences that the engine makes, as patterns to be translated, the more exact one first.

Invariant: each is spelled as `rules_engine` spells it; tests hold every finding of the faulted records, every
explanation of a replay and every reason of a recording against this list.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation.trans_null import gettext_noop

PATTERNS: Final = (
    gettext_noop("No final score of %(player)s is reported; it is %(score)s."),
    gettext_noop("%(player)s's final score is reported as %(reported)s; it is %(score)s."),
    gettext_noop("%(player)s took part in the last stanza; nothing is extrapolated."),
    gettext_noop("extrapolation of %(player)s, who left the parent game"),
    gettext_noop(
        "the finding behind the penalty of %(player)s in stanza %(stanza)s, as the parent game may have it"
    ),
    gettext_noop(
        "the finding behind the adjusted score of %(player)s in stanza %(stanza)s, "
        "as the parent game may have it"
    ),
    gettext_noop(
        "the earlier improper information of %(player)s in stanza %(stanza)s, as the parent game may have it"
    ),
    gettext_noop("The draw has no card of %(players)s, who sat at the table at the first deal."),
    gettext_noop("This act of %(player)s is claimed already."),
    gettext_noop(
        "%(player)s drew in round %(round)s of the draw, but was not tied for highest or lowest then."
    ),
    gettext_noop("%(cards)s cards of a trick cannot lie on the table; at most %(most)s did."),
    gettext_noop(
        "The record counts a majority of the votes cast; the Articles ask for one of those entitled."
    ),
    gettext_noop(
        "The record counts a majority of those entitled; the Articles ask for one of the votes cast."
    ),
    gettext_noop("The draw makes %(drawn)s First Dealer, not %(player)s."),
    gettext_noop("The draw makes %(drawn)s scorekeeper, not %(player)s."),
    gettext_noop("The draw leaves a tie for scorekeeper."),
    gettext_noop("%(card)s was drawn twice in one round."),
    gettext_noop("%(cards)s cards were dealt to each; %(due)s were due."),
    gettext_noop("%(player)s dealt; the deal was %(due)s's."),
    gettext_noop("%(seated)s are seated; a table has from %(fewest)s to %(most)s players."),
    gettext_noop("%(card)s is no card."),
    gettext_noop("%(player)s enters with %(score)s; their score is %(due)s."),
    gettext_noop("%(player)s's total is reported as %(total)s; it is %(due)s."),
    gettext_noop("%(planned)s stanzas were planned and %(played)s played."),
    gettext_noop("%(planned)s full cycles were planned, %(cycles)s played in %(played)s stanzas."),
    gettext_noop("The game was to go on until %(until)s and its last stanza ended before."),
    gettext_noop("A stanza was begun after %(until)s, when the game was to end."),
    gettext_noop("The tricks taken add up to %(total)s; %(due)s were played."),
    gettext_noop("The cards give other tricks taken: %(taken)s."),
    gettext_noop("All are said to have made their bids, which add up to %(total)s of %(tricks)s."),
    gettext_noop("Those said to have made their bids bid %(total)s; there were %(tricks)s tricks."),
    gettext_noop("With %(left)s tricks left, not all the others can have missed their bids."),
    gettext_noop("The tricks say otherwise of the bids of %(players)s than the report."),
    gettext_noop("The bids add up to %(total)s, which the dealer's bid must not let them."),
    gettext_noop("%(player)s bid %(bid)s; from 0 to %(most)s can be taken."),
    gettext_noop("No bid of %(player)s is reported."),
    gettext_noop("%(due)s was to bid, not %(player)s."),
    gettext_noop(
        "%(player)s played %(card)s, which is not in their reported hand. %(holder)s held it, and "
        "played %(other)s, which %(player)s held."
    ),
    gettext_noop("%(player)s played %(card)s, which is not in their reported hand."),
    gettext_noop("The trick has %(size)s cards, %(due)s players had one to play."),
    gettext_noop("It was %(due)s's turn to play, not %(player)s's."),
    gettext_noop(
        "%(player)s played %(card)s to a lead of %(suit)s while holding the suit, and no incident says so, "
        "nor that they did so again in trick %(tricks)s."
    ),
    gettext_noop(
        "%(player)s played %(card)s to a lead of %(suit)s while holding the suit, and no incident says so."
    ),
    gettext_noop("%(tricks)s tricks are reported, the deal allows %(due)s."),
    gettext_noop("%(player)s played %(card)s, but the deck has no further one."),
    gettext_noop(
        "%(player)s played %(card)s, but the penalty card %(due)s was due. on_table is missing: the card "
        "counts as played after the lead to trick %(trick)s."
    ),
    gettext_noop("%(player)s played %(card)s, but the penalty card %(due)s was due."),
    gettext_noop("%(ayes)s of %(voters)s current players voted aye; %(needed)s are needed."),
    gettext_noop("This is %(player)s's third improper information or more in this game: type 2, not type 1."),
    gettext_noop("Only %(player)s's third improper information in a game is a type 2 violation."),
    gettext_noop("No finding of a type 2 violation against %(player)s stands behind this penalty."),
    gettext_noop("An adjusted score adds points; %(points)s does not."),
    gettext_noop("The roll must name the %(voters)s current players, no more and no fewer: %(players)s."),
    gettext_noop("The roll must name those who sat at the table after %(played)s stanzas: %(players)s."),
    gettext_noop("No vote on stanza %(stanza)s was opened after %(played)s stanzas of this game."),
    gettext_noop("%(voters)s are on the roll; %(fewest)s to %(most)s sit at a table."),
    gettext_noop("%(ayes)s of %(cast)s votes cast were ayes; %(needed)s are needed."),
    gettext_noop("A penalty takes from 0 to 4 points, not %(points)s."),
    gettext_noop("No finding of a type 2 violation against another player stands behind %(player)s's."),
    gettext_noop(
        "%(player)s has an adjusted score already for each finding of a type 2 violation "
        "against another player."
    ),
    gettext_noop("A penalty takes points or fails the bid; this one does neither."),
    gettext_noop("%(player)s did not revoke in trick %(trick)s by the cards reported."),
    gettext_noop("%(player)s played no Whoopie card that had to be called to trick %(trick)s."),
    gettext_noop("Nothing was led to trick %(trick)s that %(player)s had to follow."),
    gettext_noop("%(card)s follows the suit led to trick %(trick)s."),
    gettext_noop("%(player)s follows suit in trick %(trick)s not even after the correction."),
    gettext_noop("%(card)s did not go back into %(player)s's hand."),
    gettext_noop("%(player)s does not sit at the table in this stanza."),
    gettext_noop("There is no trick %(trick)s in this stanza."),
    gettext_noop("%(player)s's bid of %(bid)s was a legal one."),
    gettext_noop(
        "%(player)s did not hold %(card)s any more. on_table is missing: the card counts as played after the "
        "lead to trick %(trick)s."
    ),
    gettext_noop("%(player)s did not hold %(card)s any more."),
    gettext_noop("%(player)s holds %(held)s cards, which is no wrong number."),
    gettext_noop("A bid out of turn stands, but %(player)s's standing bid is %(bid)s."),
    gettext_noop("%(player)s's hand has %(cards)s cards, not %(due)s."),
    gettext_noop("%(card)s is in %(player)s's hand, but the deck has no further one."),
    gettext_noop("%(wishing)s wish to play, but %(tied)s are tied for a place and must draw."),
    gettext_noop("%(wishing)s players in groups of %(sizes)s."),
    gettext_noop("There is no last stanza to rank the players by."),
    gettext_noop("%(players)s players were not at one table; %(most)s is the most."),
    gettext_noop("%(wishing)s wish to play; a split needs %(least)s or more."),
    gettext_noop("A split makes two groups or more."),
    gettext_noop("%(wishing)s in %(groups)s groups leave one with fewer than %(fewest)s."),
    gettext_noop("%(wishing)s in %(groups)s groups leave one with more than %(most)s."),
    gettext_noop("these players are not a whole group still tied"),
    gettext_noop("The record has no stanza %(number)s; it has %(stanzas)s."),
    gettext_noop("Stanza %(number)s was reported without its cards."),
    gettext_noop("Stanza %(number)s names a card that does not exist."),
    gettext_noop("%(what)s, in stanza %(stanzas)s"),
    gettext_noop(
        "The final average %(final)s less %(leaving)s, the average on leaving, is %(added)s, "
        "added to %(score)s."
    ),
    gettext_noop("The Acting Executor has not authorised it, so the score stands."),
    gettext_noop(
        "The final average %(final)s is below %(leaving)s, the average on leaving, so the score stands."
    ),
    gettext_noop("leads the other joker: it wins by itself, and fixes nothing"),
    gettext_noop("leads a joker: J-Trump, and every suit is trump in this trick"),
    gettext_noop("leads, and fixes %(suit)s as trump and the %(rank)s as Whoopie card"),
    gettext_noop("leads a Whoopie card: %(suit)s are trump"),
    gettext_noop("leads %(suit)s, which are trump for this trick under J-Trump"),
    gettext_noop("leads %(suit)s"),
    gettext_noop("throws a joker"),
    gettext_noop("plays a joker, an %(rank)s of trumps: J-Trump, every suit is trump"),
    gettext_noop("plays a joker, a %(rank)s of trumps: J-Trump, every suit is trump"),
    gettext_noop("plays a joker, an %(rank)s of trumps: J-Trump, %(suit)s laid from now on are trump"),
    gettext_noop("plays a joker, a %(rank)s of trumps: J-Trump, %(suit)s laid from now on are trump"),
    gettext_noop("plays a Whoopie card of trumps, %(suit)s stay trump"),
    gettext_noop("plays a Whoopie card: %(suit)s are trump from this card on"),
    gettext_noop("follows with a trump, %(suit)s"),
    gettext_noop("follows suit in %(suit)s"),
    gettext_noop("plays a trump, %(suit)s"),
    gettext_noop("throws %(suit)s"),
    gettext_noop("the joker led under a turned-up joker wins by itself"),
    gettext_noop("the highest of the suit led, no trump on it"),
    gettext_noop("the first %(rank)s of trumps; of equal trumps the first played wins"),
    gettext_noop("the highest trump so far, the %(rank)s of trumps"),
    gettext_noop("%(cause)s The rest, %(points)s points, would be accepted."),
    gettext_noop("%(cause)s The rest, %(points)s points, would not be accepted."),
    gettext_noop("%(points)s points, %(short)s short of %(least)s, and no new degree."),
    gettext_noop("%(points)s points, %(least)s or more; the player becomes %(degree)s."),
    gettext_noop("%(points)s points, %(least)s or more."),
    gettext_noop("%(points)s points; the player becomes %(degree)s."),
    gettext_noop("%(points)s points."),
    gettext_noop("A certificate is mutilated."),
    gettext_noop("A certificate has been recorded already."),
    gettext_noop("A certificate is void."),
    gettext_noop("A certificate is submitted twice."),
    gettext_noop("A certificate is another player's."),
)
# Facts of these sentences that are words themselves.
FACTS: Final = (
    gettext_noop("nobody yet"),
    gettext_noop("who holds which cards"),
    gettext_noop("the play of the cards"),
    gettext_noop("trumps, for want of the Whoopie Defining Card"),
    gettext_noop("the tricks taken"),
    gettext_noop("the running totals"),
    gettext_noop("the draw for scorekeeper and First Dealer"),
    gettext_noop("the final scores"),
    *("spades", "hearts", "diamonds", "clubs"),
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
