"""The sentences that the engine makes of Whist, as patterns to be translated, the more exact one first.

Invariant: each is spelled as `rules_engine` spells it, those of rulings as `as_ruled` of each format does;
tests hold every finding of the faulted records of Bid Whist, Columbus Whist and Military Whist against this
list, and those of rulings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation.trans_null import gettext_noop

WHIST_PATTERNS: Final = (
    # Slips that tell otherwise than a ruling
    gettext_noop("Ruling %(ruling)s awards the game to the opponents of team %(team)s; the sheet does not."),
    gettext_noop("Ruling %(ruling)s sets team %(team)s for the points of the bid; the sheet does not."),
    gettext_noop(
        "Ruling %(ruling)s gives the opponents of team %(team)s the points of the bid; the sheet does not."
    ),
    gettext_noop(
        "Ruling %(ruling)s gives the opponents of team %(team)s the bid on the table, %(bid)s; the sheet "
        "does not."
    ),
    gettext_noop("Ruling %(ruling)s takes nothing from team %(team)s; the sheet has a penalty for it."),
    gettext_noop(
        "Ruling %(ruling)s awards %(tricks)s tricks for a revoke of team %(team)s; the slip does not."
    ),
    # Bid Whist
    gettext_noop("%(player)s plays in two teams."),
    gettext_noop("%(player)s plays, and is suspended from this tournament."),
    gettext_noop(
        "The team registered at %(at)s. The doors closed at %(doors)s; only the Director may admit."
    ),
    gettext_noop("The doors closed at %(doors)s; only the Director may admit."),
    gettext_noop("A team has %(due)s players, not %(players)s."),
    gettext_noop("%(player)s has not paid."),
    gettext_noop("%(player)s is not present."),
    gettext_noop("%(player)s is suspended from this tournament."),
    gettext_noop("The players paid %(one)s and %(other)s; each owed %(due)s."),
    gettext_noop("The players paid %(one)s and %(other)s; they owed %(due)s and %(due_other)s."),
    gettext_noop("The entry fee is noted as %(noted)s; every player paid %(paid)s."),
    gettext_noop("%(player)s: %(kind)s is noted as bringing %(step)s; it brings %(due)s."),
    gettext_noop("%(player)s's team forfeits its game of round %(round)s; it is noted as played."),
    gettext_noop("%(hands)s hands are noted; a round has %(due)s."),
    gettext_noop("%(one)s and %(other)s points are noted; the hands add up to %(due)s and %(due_other)s."),
    gettext_noop("Both teams have as many points; one more hand, or the Director's ruling, is missing."),
    gettext_noop("No number of a winning team is noted; both teams forfeited it."),
    gettext_noop("No number of a winning team is noted; it is %(due)s."),
    gettext_noop("Team %(team)s is noted as the winner; by the points it is %(due)s."),
    gettext_noop("Team %(team)s is noted as the winner; both teams forfeited it."),
    gettext_noop("Team %(team)s is noted as the winner; it is %(due)s."),
    gettext_noop("Nobody of team %(teams)s signed the scoresheet."),
    gettext_noop("Team %(team)s signed the scoresheet of a game that it does not play in."),
    gettext_noop("Team %(team)s brought the scoresheet; the moving team is %(due)s."),
    gettext_noop("A game that was forfeited brings no points."),
    gettext_noop("%(bid)s is noted as made at %(made)s; it is made at %(level)s or set."),
    gettext_noop("%(points)s points are noted; the hand brings %(due)s."),
    gettext_noop("Call %(call)s, %(words)s, is neither a bid as it is said nor 'pass'."),
    gettext_noop("%(calls)s calls are noted; bidding goes round once, %(due)s calls."),
    gettext_noop("Call %(call)s, %(words)s, does not take out the bid before it, or is none."),
    gettext_noop("Team %(team)s with %(bid)s is noted as winning the bidding; it was nobody."),
    gettext_noop(
        "Team %(team)s with %(bid)s is noted as winning the bidding; it was team %(due)s with %(due_bid)s."
    ),
    gettext_noop("The bid that was said too early is not told; the points of the bid before it stand."),
    gettext_noop("No bid was on the table that could be awarded."),
    gettext_noop("A team cannot call a renege on itself."),
    gettext_noop("The first time is a warning, and the card is played."),
    gettext_noop("The card exposed is played; it follows suit."),
    gettext_noop("A joker must go only in a No bid."),
    gettext_noop("A renege may be called, or play continued."),
    gettext_noop("A stage is noted after the final."),
    gettext_noop("%(stages)s stages are noted; the %(stage)s is missing."),
    gettext_noop("Noted as playing are %(played)s; by the bracket they are %(due)s."),
    gettext_noop("Teams %(one)s and %(other)s play for the third place; due are %(due)s."),
    gettext_noop("The game for the third place is not noted, and places three and four are."),
    gettext_noop("Place %(place)s is noted as team %(team)s; it is %(due)s."),
    gettext_noop("Teams with %(faults)s."),
    gettext_noop(
        "%(picked)s teams are noted as picked; of %(teams)s teams one team is picked for the odd one."
    ),
    gettext_noop("%(picked)s teams are noted as picked; of %(teams)s teams nobody is left over."),
    gettext_noop("%(games)s games are at table %(table)s."),
    gettext_noop("Teams meet again that need not: %(pairs)s."),
    gettext_noop("Team %(team)s is picked again; %(others)s teams were not yet."),
    gettext_noop("Team %(drawn)s was drawn to move, and team %(moved)s moved."),
    gettext_noop("Drawn to move are noted %(drawn)s; %(moved)s moved."),
    gettext_noop(
        "Team %(team)s is noted with %(won)s won and %(points)s points; it has %(due)s won and "
        "%(due_points)s points."
    ),
    gettext_noop("Team %(team)s is placed %(place)s; by rounds won and points it is %(due)s."),
    gettext_noop("Teams %(teams)s are not those that are equal where it matters."),
    gettext_noop("Teams %(teams)s are told apart by %(due)s, not by %(noted)s."),
    gettext_noop("Team %(team)s is put first; the hand went to team %(due)s."),
    gettext_noop("%(seeds)s teams are seeded; of %(teams)s teams %(due)s play on."),
    gettext_noop("Seed %(seed)s is noted as team %(team)s; by the standings it is %(due)s."),
    gettext_noop("Teams %(teams)s are equal; how they were told apart is not noted."),
    gettext_noop("%(rounds)s rounds are noted; the %(tournament)s has %(due)s."),
    # Columbus Whist
    gettext_noop("%(player)s at seat %(seat)s does not play for %(team)s."),
    gettext_noop("%(player)s, who signed for %(team)s, does not play for it."),
    gettext_noop("These players, with their seats, do not play for the team they sit for: %(players)s."),
    gettext_noop(
        "At tables %(one)s and %(other)s, these players are noted in each other's seats: %(players)s."
    ),
    gettext_noop("Team %(team)s signed the sheet of a game that it does not play in."),
    gettext_noop("Teams %(one)s and %(other)s are noted with each other's games and points."),
    gettext_noop("The sheet is not signed by %(one)s and %(other)s."),
    gettext_noop("The sheet is not signed by %(team)s."),
    gettext_noop("Both teams had signed; the sheet was changed after that: %(note)s"),
    gettext_noop("The game was awarded before its first hand; hands are noted all the same."),
    gettext_noop("Neither team was seated in five minutes; the director's ruling is not recorded."),
    gettext_noop("No books of its hands give the result noted."),
    gettext_noop(
        "What the hands came to cannot be said: hand %(number)s has no books, and neither the score after it"
        " nor the game's winner and points tell it."
    ),
    gettext_noop(
        "What the hands came to cannot be said: hands %(numbers)s have no books, and neither the score after"
        " them nor the game's winner and points tell it."
    ),
    gettext_noop("No game of this kind ends with %(one)s and %(other)s points."),
    gettext_noop("The game was over after hand %(hand)s; further hands are noted."),
    gettext_noop("Seat %(seat)s dealt; it was seat %(due)s's turn."),
    gettext_noop("The score is noted as %(one)s and %(other)s; it is %(due)s and %(due_other)s."),
    gettext_noop("The score is noted as %(one)s and %(other)s; no number of books gives it."),
    gettext_noop("No team has won; the game is not over."),
    gettext_noop("team %(team)s is noted as the winner; it is %(due)s."),
    gettext_noop("nobody is noted as the winner; it is %(due)s."),
    gettext_noop("%(one)s and %(other)s points are noted; they are %(due)s and %(due_other)s."),
    gettext_noop("The end is noted as %(ending)s; it is %(due)s."),
    gettext_noop("%(kind)s: A hand was dealt again; the opponents choose: %(choices)s."),
    gettext_noop("%(kind)s: A hand was dealt again; here the opponents choose %(choices)s."),
    gettext_noop("%(kind)s: A hand was dealt again though the opponents chose to go on."),
    gettext_noop("%(kind)s: The opponents choose: %(choices)s."),
    gettext_noop("%(kind)s: Here the opponents choose %(choices)s."),
    gettext_noop("%(kind)s: This voids the hand, which is then dealt again and not scored."),
    gettext_noop("%(kind)s: Team %(team)s bid; this is noted of the wrong team."),
    gettext_noop("%(kind)s: %(bid)s was not left without a direction."),
    gettext_noop("No bid of seat %(seats)s is noted."),
    gettext_noop("Nobody bid, though the dealer must; the director rules."),
    gettext_noop(
        "The bidding ended with %(bid)s of team %(team)s; %(noted)s of team %(noted_team)s is noted."
    ),
    gettext_noop("%(bid)s was declared %(trump)s; a no is uptown or downtown."),
    gettext_noop("%(bid)s was declared %(trump)s; a suit is trump."),
    gettext_noop("A no has no trump that a card could make."),
    gettext_noop("No trump was named, so the first card's suit, %(suit)s, is trump."),
    gettext_noop("The books were not turned over by a director."),
    gettext_noop("%(one)s and %(other)s books are noted; %(due)s are played."),
    gettext_noop("Play stopped after %(books)s books, when %(bid)s was neither made nor set."),
    gettext_noop("Everybody has bid; nobody bids twice."),
    gettext_noop("Seat %(seat)s has bid already; nobody bids twice."),
    gettext_noop("Seat %(seat)s bids and it is its turn; that is no bid out of turn."),
    gettext_noop("Seat %(seat)s bids out of turn, before seat %(due)s; the opponents' choice is not noted."),
    gettext_noop("Seat %(seat)s is silenced and cannot bid."),
    gettext_noop("Seat %(seat)s is noted as silenced; nothing silences it."),
    gettext_noop("%(said)s over %(over)s was progressive; nothing is forced."),
    gettext_noop("The bidder is forced to bid %(due)s; %(noted)s is noted."),
    gettext_noop("Everybody passed; the dealer bids at least %(least)s, not %(bid)s."),
    gettext_noop("%(bid)s overrules %(over)s after a bid out of turn; the director looks at it."),
    gettext_noop("%(bid)s is not above %(over)s, which was bid before."),
    gettext_noop("Teams %(teams)s are not the teams tied at the line."),
    gettext_noop("Teams %(teams)s are tied at the line and have not played it off."),
    gettext_noop("Team %(team)s is ranked %(rank)s; it is %(due)s by games won, then points."),
    gettext_noop("Noted as going on are %(noted)s; by games won, then points they are %(due)s."),
    gettext_noop("Noted as going on are %(noted)s; the officials' number is %(due)s, not %(count)s."),
    gettext_noop(
        "%(one)s and %(other)s points are noted; by the totals of both teams they are %(due)s and "
        "%(due_other)s."
    ),
    gettext_noop("The two tied teams play one game, and nobody else."),
    gettext_noop("Only teams that are tied at the line play it off."),
    gettext_noop("%(teams)s teams are tied; the officials' ruling is not recorded."),
    gettext_noop("The game of the two tied teams is not recorded."),
    gettext_noop("Team %(team)s won the play-off."),
    gettext_noop("The pot is shared by team %(teams)s: most Bostons by the end of the fourth game."),
    gettext_noop(
        "The pot is shared by team %(teams)s: no Boston was made, and most games were won, by the end of "
        "the fourth game."
    ),
    gettext_noop("The pot of %(pot)s cents gives %(teams)s teams %(share)s each and leaves %(left)s."),
    gettext_noop("%(player)s plays for two teams."),
    gettext_noop("%(player)s, who left, does not play for %(team)s."),
    gettext_noop("Team %(team)s plays at two tables in one round."),
    gettext_noop("Teams %(one)s and %(other)s play at two tables in one round."),
    gettext_noop("%(due)s games are played; these played others: %(teams)s."),
    gettext_noop("Each team plays one game; these played others: %(teams)s."),
    gettext_noop(
        "%(won)s games and %(points)s points are noted of team %(team)s; it has %(due)s and %(due_points)s."
    ),
    gettext_noop("Team %(team)s forfeited its games when a player left; nothing is refunded."),
    gettext_noop("Nothing is refunded to team %(team)s after disorderly conduct."),
    # Military Whist
    gettext_noop("Each table begins the day with %(due)s flags; %(counts)s were counted."),
    gettext_noop("%(flags)s at table %(table)s"),
    gettext_noop("The pairs did not move as the sheet has it."),
    gettext_noop("%(one)s and %(other)s tricks were noted; %(due)s are played."),
    gettext_noop("%(flags)s lent to table %(table)s, which had flags of its own."),
    gettext_noop("Table %(table)s paid %(flags)s and held %(held)s; no loan is recorded."),
    gettext_noop(
        "The visitors are noted as taking %(flags)s away; they won %(won)s, and table %(table)s had %(held)s."
    ),
    gettext_noop("The visitors are noted as taking %(flags)s away; they won %(won)s."),
    gettext_noop("Table %(table)s returned %(flags)s flags; %(lent)s were on loan."),
    gettext_noop("Hand %(hand)s is not one of this day; %(flags)s flags are noted in it."),
    gettext_noop("The flags counted at the end are not those that the hands leave: %(counts)s."),
    gettext_noop(
        "%(flags)s flags were counted at the end; %(given)s were given out and %(lent)s are on loan."
    ),
    gettext_noop("%(flags)s flags were counted at the end; %(given)s were given out."),
    gettext_noop("Teams %(one)s and %(other)s are recorded with each other's scores of the day."),
    gettext_noop("Teams %(one)s and %(other)s are recorded with each other's totals."),
    gettext_noop("Team %(team)s is recorded with %(score)s; its score of the day is %(due)s."),
    gettext_noop("%(dealer)s deals and does not go out; the sample has a visitor deal every hand."),
    gettext_noop("%(noted)s is noted; %(due)s was due."),
    gettext_noop("All pairs stay at their own tables."),
    gettext_noop("The pair of team %(team)s goes to its own table."),
    gettext_noop("The pairs of teams %(teams)s all come to table %(table)s, and nobody to %(empty)s."),
    gettext_noop("The pairs go out unequally: %(counts)s."),
    gettext_noop(
        "The visits of two teams number from %(least)s to %(most)s; %(due)s to %(due_most)s is possible."
    ),
    gettext_noop(
        "The meetings of two teams number from %(least)s to %(most)s; %(due)s to %(due_most)s is possible."
    ),
    gettext_noop("Teams %(teams)s are not teams that tied, or not all who did."),
    gettext_noop("%(teams)s teams tied; the leader's ruling is not recorded."),
    gettext_noop("By the hands played the teams end in the order %(order)s."),
    gettext_noop("The director cut %(card)s; trump was noted %(trump)s."),
    gettext_noop("The cuts make nobody yet of %(open)s the dealer, not %(dealer)s."),
    gettext_noop("The cuts make %(due)s the dealer, not %(dealer)s."),
    gettext_noop("The draw gives the bye to %(due)s; %(noted)s is noted."),
    gettext_noop("The hand is between %(one)s and %(other)s."),
    gettext_noop("No such hand was to be played."),
    gettext_noop("%(teams)s teams are tied; the text has no play-off for so many, the leader decides."),
    gettext_noop("The A players of %(teams)s draw a card; the lowest has the bye."),
    gettext_noop("The A and B players of %(one)s and %(other)s play one hand."),
    gettext_noop("%(team)s won the extra hand."),
    gettext_noop("%(bye)s has the bye; %(one)s and %(other)s play one hand."),
    gettext_noop("%(winner)s and %(bye)s, who had the bye, play one hand; %(last)s is last of the three."),
    gettext_noop("%(winner)s won the last hand; %(last)s lost the first."),
    gettext_noop("Teams %(teams)s are tied for a place that must be decided."),
    gettext_noop("%(player)s is named at two letters; a team is four players of its own."),
    gettext_noop("%(teams)s teams play; %(due)s are provided for."),
    gettext_noop("%(teams)s teams come from %(origin)s; %(most)s may."),
    gettext_noop("At tables %(tables)s other teams were due: first teams of the zones, then second teams."),
    gettext_noop("The sessions are %(planned)s; at this level they are %(due)s."),
    gettext_noop("%(hands)s hands are recorded; %(due)s were to be played."),
    gettext_noop("Play was stopped after hand %(hand)s; so many were not planned."),
    gettext_noop("Team %(team)s's total is recorded as %(total)s; it is %(due)s."),
    gettext_noop("Team %(team)s is ranked %(rank)s; it is %(due)s by its flags and the play-offs."),
    gettext_noop("Noted as going on are %(noted)s; by the ranking they are %(due)s."),
    gettext_noop("Players are %(age)s by 31 December %(year)s; this one is %(is)s."),
    gettext_noop("Everybody in a zone play-off is an active member."),
    gettext_noop("A team is exactly four, A, B, X, Y."),
    gettext_noop("%(player)s plays in one team, at one letter."),
    gettext_noop("the flags counted before play of day %(day)s"),
    gettext_noop("the hands of day %(day)s"),
    gettext_noop("tricks in hands of day %(day)s"),
    gettext_noop("the flags that moved in hands of day %(day)s"),
    gettext_noop("the flags counted at the end of day %(day)s"),
)
# Facts of these sentences that are words themselves, codes among them.
WHIST_FACTS: Final = (
    gettext_noop("how teams entered and what they paid"),
    gettext_noop("which teams were drawn to move"),
    gettext_noop("hands"),
    gettext_noop("the bidding of hands"),
    gettext_noop("the points of games"),
    gettext_noop("who signed scoresheets"),
    gettext_noop("the standings"),
    gettext_noop("the seeds"),
    gettext_noop("the playoff"),
    gettext_noop("the first places"),
    gettext_noop("who plays in which team"),
    gettext_noop("the hands of games"),
    gettext_noop("what was declared"),
    gettext_noop("who was seated in five minutes"),
    gettext_noop("the signatures of sheets"),
    gettext_noop("the totals"),
    gettext_noop("the ranking"),
    gettext_noop("the ranking and its ties"),
    gettext_noop("who goes on"),
    gettext_noop("nobody"),
    gettext_noop("none"),
    gettext_noop("a single hand"),
    gettext_noop("the Director"),
    gettext_noop("a draw"),
    gettext_noop("exposed-in-deal"),
    gettext_noop("wrong-dealer"),
    gettext_noop("count-before-play"),
    gettext_noop("count-of-both"),
    gettext_noop("exposed-before-bidding"),
    gettext_noop("said-trump"),
    gettext_noop("dragged-bid"),
    gettext_noop("bid-out-of-turn"),
    gettext_noop("no-direction"),
    gettext_noop("exposed"),
    gettext_noop("out-of-turn"),
    gettext_noop("stopped"),
    gettext_noop("count-of-bidders"),
    gettext_noop("count-of-others"),
    gettext_noop("renege"),
    gettext_noop("book-reopened"),
    gettext_noop("card-named"),
    gettext_noop("first-hand"),
    gettext_noop("sets"),
    gettext_noop("late-appearance"),
    gettext_noop("late-to-seat"),
    gettext_noop("disruption"),
    gettext_noop("food"),
    gettext_noop("book-turned"),
    gettext_noop("warning"),
    gettext_noop("written-warning"),
    gettext_noop("forfeit"),
    gettext_noop("forfeit-and-suspension"),
    gettext_noop("suspension"),
)
# Words that stand between the numbers of a list.
JOINING: Final = (gettext_noop("and"), gettext_noop("or"), gettext_noop("team"))
# Facts that are numbers of teams though the word does not stand before them, by sentence.
TEAM_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "Noted as going on are %(noted)s; by games won, then points they are %(due)s.": ("noted", "due"),
    "Noted as going on are %(noted)s; the officials' number is %(due)s, not %(count)s.": ("noted",),
    "Noted as going on are %(noted)s; by the ranking they are %(due)s.": ("noted", "due"),
    "Noted as playing are %(played)s; by the bracket they are %(due)s.": ("played", "due"),
    "By the hands played the teams end in the order %(order)s.": ("order",),
    "The draw gives the bye to %(due)s; %(noted)s is noted.": ("due", "noted"),
    "The hand is between %(one)s and %(other)s.": ("one", "other"),
    "Teams %(one)s and %(other)s play for the third place; due are %(due)s.": ("other", "due"),
    "Teams meet again that need not: %(pairs)s.": ("pairs",),
    "Drawn to move are noted %(drawn)s; %(moved)s moved.": ("drawn", "moved"),
    "Teams with %(faults)s.": ("faults",),
    "Place %(place)s is noted as team %(team)s; it is %(due)s.": ("due",),
    "Seed %(seed)s is noted as team %(team)s; by the standings it is %(due)s.": ("due",),
    "team %(team)s is noted as the winner; it is %(due)s.": ("due",),
    "nobody is noted as the winner; it is %(due)s.": ("due",),
}
