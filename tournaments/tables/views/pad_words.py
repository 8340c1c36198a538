"""Every word that the pad's script says, in the reader's language; `{name}` is filled in by the script."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.calls.models import Call
from tournaments.tables.forms.stanza import KINDS
from tournaments.tables.incident_words import INCIDENTS
from tournaments.tables.typed_incidents import OF_BIDS, OF_CARDS, OF_TRICKS


def incident_kinds() -> list[dict[str, object]]:
    """What a scorekeeper may note, with what each kind needs told; votes are the executor's."""
    return [{"kind": kind, "words": str(INCIDENTS[kind]), "needs": _needs(kind)} for kind, _words in KINDS]


def call_kinds() -> list[dict[str, str]]:
    return [{"kind": kind, "words": str(words)} for kind, words in Call.Kind.choices]


def _needs(kind: str) -> list[str]:
    if kind == "misdeal":
        return ["reason"]
    wanted = {"bid": OF_BIDS, "trick": OF_TRICKS, "card": OF_CARDS, "held": ("wrong-card-count",)}
    return ["player", *(need for need, kinds in wanted.items() if kind in kinds)]


# Not Django's JavaScriptCatalog: its words would need a domain of their own in every catalogue and a script
# of all languages kept for a phone without network; these come with the page that the phone keeps anyway.
def pad_words() -> dict[str, str]:
    return {
        **_states(),
        **_stanza(),
        **_after_stanza(),
        **_dialogs(),
        **_calls(),
        **_comers_and_goers(),
        **_settling(),
        **_table(),
    }


def _states() -> dict[str, str]:
    return {
        "counted": _("sent and counted"),
        "counted-corrected": _("sent and counted, corrected"),
        "waiting": _("waiting on this phone"),
        "sending": _("being sent"),
        "to-settle": _("to be settled"),
        "writing": _("being written"),
        "all-counted": _("All sent and counted"),
        "n-waiting": _("{n} waiting on this phone"),
        "n-to-settle": _("{n} to be settled"),
        "offline": _("no network"),
        "server-silent": _("the server is not answering"),
        "nothing-yet": _("Nothing written yet"),
        "link-lost": _("This pad is closed for now"),
        "asks-no-more": _("This page has stopped asking. Load it again to try once more."),
        "session-lost": _("You are no longer signed in"),
        "session-remedy": _("Sign in again and come back. What is waiting on this phone is then sent."),
        "sign-in": _("Sign in"),
        "not-kept": _(
            "This phone cannot store what you write. Leave this page open until everything is sent and "
            "counted."
        ),
        "stay-open": _("Keep this page open while there is no network."),
        "stay-open-why": _(
            "What you write is kept on this phone and sent when the network is back. But this address "
            "has no https, so the phone cannot reopen the page without the network. The person who runs "
            "the site can start it with https."
        ),
    }


def _stanza() -> dict[str, str]:
    return {
        "stanza": _("Stanza {n}"),
        "of": _("of {n}"),
        "cards-1": _("1 card each"),
        "cards": _("{n} cards each"),
        "up": _("rising"),
        "down": _("falling"),
        "deals": _("deals"),
        "leads": _("leads"),
        "bids-ask": _("{name} bids"),
        "bids-help": _("In the order of bidding, the dealer last."),
        "forbidden": _("{bid} is forbidden to the dealer: the bids would add up to the {cards} tricks."),
        "forbidden-1": _("{bid} is forbidden to the dealer: the bids would add up to the one trick."),
        "forbidden-short": _("forbidden"),
        "all-free": _("The dealer may bid anything: the bids already exceed the tricks."),
        "made-ask": _("{name} bid {bid}"),
        "made": _("Made"),
        "failed": _("Failed"),
        "made-it": pgettext("bid", "made"),
        "failed-it": _("failed"),
        "fails-anyway": _("Their bid fails because of what happened."),
        "took-ask": _("{name} bid {bid} and took"),
        "bid-of": _("Bid of {name}"),
        "result-of": _("Result of {name}"),
        "complete": _("Stanza {n} is complete"),
        "complete-help": _("Read it out, then send it. Tap a line to change it."),
        "send": _("Send stanza {n}"),
        "keep": _("Keep stanza {n}"),
        "send-all-the-same": _("Send it anyway"),
        "correct": _("Send the correction"),
        "ruled-instead": _("counted as ruled"),
        "undo": _("Undo"),
        "take-back": _("Take stanza {n} back"),
        "happened": _("Something happened"),
        "more": _("More"),
        "bids-sum": _("{sum} bid for {cards}"),
        "took-rest": _("{name} took the other {n}, which is what was left."),
        "typed": _("{n}: another digit, or Enter"),
        "keys-hint": _("Digits choose, + made, − failed, Enter sends, Backspace undoes."),
        "took-sum": _("{sum} of {cards} tricks counted"),
        "impossible-over": _("This is not possible: those who made their bids would have too many tricks."),
        "impossible": _("This is not possible: no play gives these results. Ask everyone again."),
        "impossible-sum": _("The tricks add up to {sum}, but {cards} were played. Count again."),
        "rule-bidding": _("Rule: Section I, Bidding"),
        "rule-scoring": _("Rule: Section I, Scoring"),
        "found": _("What the check found"),
    }


def _after_stanza() -> dict[str, str]:
    return {
        "correcting": _("Stanza {n}, corrected"),
        "why": _("Why is it corrected?"),
        "why-slip": _("A slip of the finger"),
        "why-misheard": _("A bid was misheard"),
        "why-result": _("Made and failed were mixed up"),
        "why-own": _("In your own words"),
        "why-missing": _("Choose a reason, or write one."),
        "leave-correction": _("Leave it as it was"),
        "no-deal": _("Nothing is due at this table"),
        "not-drawn": _("The cards for scorekeeper and First Dealer are not drawn yet."),
        "no-executor": _("This game has no Acting Executor yet. Stanzas can be sent once there is one."),
        "too-few": _("Fewer than three players sit here. Somebody sits down, or the game is closed."),
        "no-right": _("Its players and its director write here. You can watch."),
        "no-keeper": _("Nobody keeps score here. The Acting Executor appoints somebody."),
        "over": _("The game has reached its planned end, {ends}."),
        "close": _("Close the game"),
        "close-sure": _("Close it anyway"),
        "close-help": _("Its record is made and checked as a whole. Then a second person confirms it."),
        "play-on": _("Write another stanza"),
        "closed": _("The game is closed."),
        "closed-help": _(
            "Somebody else at the table, or the director, confirms it with an account on the game's page."
        ),
        "split": _("The game was split. Each group has its own pad."),
        "splitting": _("The game is being split. The draws are written down on the table's page."),
        "game-page": _("Page of the game"),
        "table-page": _("Page of the table"),
        "matters": _("Charge a violation, demand a vote"),
        "matters-who": _("A player of this game does this with an account of their own, by signing in."),
        "matters-without": _(
            "Without an account, call the Acting Executor: they write the charge down for whoever makes it."
        ),
        "matters-sign-in": _("Sign in and go on"),
    }


def _dialogs() -> dict[str, str]:
    return {
        "cancel": _("Cancel"),
        "back": _("Back"),
        "done": _("Done"),
        "what-happened": _("What happened?"),
        "who": _("Who was it?"),
        "which-trick": _("In which trick?"),
        "which-card": _("Which card?"),
        "which-bid": _("What did they bid?"),
        "how-many": _("How many cards do they hold?"),
        "why-dealt-again": _("Why is it dealt again?"),
        "misdeal-exposed": _("A card was exposed in the deal"),
        "misdeal-undealt": _("An undealt card was looked at or exposed"),
        "misdeal-count": _("Wrong numbers of cards were dealt"),
        "misdeal-order": _("Dealt in the wrong order"),
        "note-it": _("Note it"),
        "remove": _("Remove it"),
        "no-points": _("no points"),
        "points": _("{points} points"),
        "point": _("{points} point"),
        "and-fails": _("{points}, and the bid fails"),
        "fails-only": _("the bid fails"),
        "by-bid": _("{points}, nothing for a bid of 0; the dealer always {points}"),
        "votes": _("Votes and penalties of the second type are the Acting Executor's: call them."),
        "joker": _("Joker"),
        "S": _("Spades"),
        "H": _("Hearts"),
        "D": _("Diamonds"),
        "C": _("Clubs"),
        "T": _("10"),
        "understood": _("Understood"),
        "yes": _("Yes"),
        "count-tricks": _("Count the tricks"),
        "count-tricks-help": _("Made or failed is all the rules require."),
        "keys": _("Write with a keyboard"),
        "keys-help": _("Digits, plus, minus, Enter and Backspace are switched off."),
        "close-menu": _("Close"),
    }


def _calls() -> dict[str, str]:
    return {
        "call": _("Call the executor"),
        "call-what": _("What is it about?"),
        "call-about": _("In a few words"),
        "call-send": _("Call now"),
        "called": _("The Acting Executor is called."),
        "called-at": _("Called at {time}: {what}"),
        "ruled": _("Ruling {number}: {name}. {said}"),
        "withdraw-call": _("Withdraw this call"),
        "call-withdrawn": _("The call is withdrawn."),
        "call-answered": _("The call “{what}” was answered: {note}"),
        "call-answered-so": _("The call “{what}” was answered."),
        "voted": _("Vote on {whom}, stanza {stanza}, {what}: {said}"),
        "call-offline": _("There is no network. Call across the room."),
    }


def _comers_and_goers() -> dict[str, str]:
    return {
        "people": _("Somebody comes or leaves"),
        "people-wait": _("First everything waiting on this phone must be sent and counted."),
        "people-offline": _("Comings and goings are written down with a network, or by the director."),
        "leaves": _("leaves the table"),
        "has-left": _("{name} leaves the table."),
        "has-sat": _("{name} sits down."),
        "as-before": _("Everyone sits as before."),
        "leaves-sure": _("{name} leaves after stanza {n}. The score stays as it is."),
        "sits": _("sits down"),
        "left-of": _("on the left of"),
        "since-stanza": _("Since the last stanza"),
        "undo-until": _("It can be undone until the next stanza: More, Somebody comes or leaves."),
        "waiting-list": _("Waiting or gone"),
        "nobody-waits": _("Nobody is waiting. The director puts newcomers on the list."),
        "walks-out": _("The Acting Executor rules on anyone who walks out in the middle of a stanza."),
    }


def _settling() -> dict[str, str]:
    return {
        "settle": _("Stanza {n} needs settling"),
        "settle-elsewhere": _("It was also sent from elsewhere. Compare the two together at the table."),
        "stands": _("The other one"),
        "mine": _("Yours"),
        "keep-theirs": _("The other one is right"),
        "keep-mine": _("Mine is right"),
        "refused": _("Stanza {n} was refused"),
        "refused-change": _("It stays on this phone. Change it, then send it again."),
        "refused-help": _("It stays on this phone. Change it, or try again when this is settled."),
        "try-again": _("Try again"),
        "change": _("Change it"),
        "drop": _("Delete it"),
        "drop-sure": _("Delete stanza {n} from this phone? It has not been counted."),
        "seats-changed": _(
            "Somebody sat down or left after this stanza was begun. Change it: what you wrote of the others "
            "is kept."
        ),
        "left-meanwhile": _("{name} left the table, and no longer plays in stanza {n}."),
        "came-meanwhile": _("{name} sat down, and plays from stanza {n} on."),
        "meanwhile-help": _(
            "The director or somebody at the table wrote that while you were writing stanza {n}. If its "
            "cards are dealt already, let them undo it, and write it again once the stanza is sent."
        ),
        "reseat": _("Go on with those who sit here now"),
        "same": _("The same was sent from another pad. It counts once."),
    }


def _table() -> dict[str, str]:
    return {
        "scores": _("Scores"),
        "course": _("Chart of the scores"),
        "after": _("Total"),
        "change-stanza": _("Change stanza {n}"),
        "change-short": _("Change"),
        "joins-with": _("starts with {score}"),
        "bid-word": _("bid"),
        "took-word": _("took {n}"),
        "no-stanzas": _("No stanza has been written yet. The first deal has one card each."),
    }
