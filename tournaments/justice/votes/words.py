"""What a vote moves, needs and came to, in the reader's language; what it comes to `rules_engine` says."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.justice.motions import MOST_POINTS
from rules_engine.justice.votes import BARS, Motion
from rules_engine.table_size import FEWEST_PLAYERS
from sanctioning.kit.wording.localised import day
from sanctioning.kit.wording.localised import lazily as _lazy

NOBODY: Final[Mapping[str, str]] = {}

OBSTACLE_WORDS: Final[Mapping[str, str]] = {
    "not-sanctioned": _lazy("Section III only applies to sanctioned games."),
    "final-sheet-confirmed": _lazy("The final sheet is confirmed, so there are no current players."),
    "too-few-players": _lazy("Fewer than %(fewest)s sit at the table."),
    "not-a-current-player": _lazy("Only a player at the table can demand a vote."),
    "open-already": _lazy("A vote on this is open. Its result is not known yet."),
    "decided-already": _lazy("There has been a vote on this, and a closed vote is final."),
    "penalised-otherwise": _lazy("Another rule already penalises the act."),
    "not-found-type-2": _lazy("No type 2 violation has been found. That has to come first."),
    "points-out-of-range": _lazy("A penalty takes from 0 to %(most)s points."),
    "no-penalty": _lazy("A penalty takes points or fails the bid; this one does neither."),
    "adjustment-not-positive": _lazy("An adjusted score adds points."),
    "injured-is-an-offender": _lazy(
        "An adjusted score goes to a player who was harmed and is not an offender."
    ),
    "injured-not-in-the-game": _lazy("An adjusted score goes to somebody who played there."),
    "bar-of-nothing": _lazy("A bar names at least one game."),
    "bar-out-of-reach": _lazy("The bar names what it cannot reach."),
    "only-offenders": _lazy("Every current player is an offender; nobody may vote on the bar."),
    "letter-without-bar": _lazy("A Letter only goes with a bar for which all non-offenders vote."),
}
SHARES: Final[Mapping[Motion, str]] = {
    Motion.FIND_INTENTIONAL_REVOKE: "⅔",
    Motion.FIND_CHAOTIC_ACTION: "¾",
    Motion.TYPE_2_ADJUSTED_SCORE: "⅔",
    Motion.TYPE_2_BAR: "¾",
}


def obstacle_words(code: str) -> str:
    return str(OBSTACLE_WORDS[code]) % {"fewest": FEWEST_PLAYERS, "most": MOST_POINTS}


def in_words(codes: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(obstacle_words, codes))


def needs_words(motion: Motion) -> str:
    """What a motion needs: "¾ or more of the players who are no offenders"."""
    if motion is Motion.TYPE_2_POINTS:
        return _("more than half of the players at the table")
    if motion is Motion.TYPE_2_BAR_WITH_PLAYOFFS:
        return _("all players who are not offenders")
    share = SHARES[motion]
    if motion in BARS:
        return _("%(share)s or more of the players who are not offenders") % {"share": share}
    return _("%(share)s or more of the players at the table") % {"share": share}


def arithmetic(motion: Motion, *, ayes: int, needed: int, electorate: int, of_cast: int | None = None) -> str:
    """The sum of a vote: "3 ayes; ¾ of the 4 non-offenders is 3".

    `of_cast` are the votes cast, where the Articles make those the base of a simple majority.
    """
    counted = ngettext("%(ayes)d aye", "%(ayes)d ayes", ayes) % {"ayes": ayes}
    base = _base(motion, electorate, of_cast)
    return _("%(said)s; %(base)s is %(needed)d") % {"said": counted, "base": base, "needed": needed}


def _base(motion: Motion, electorate: int, of_cast: int | None) -> str:
    if of_cast is not None:
        voters = ngettext("the %(n)d vote cast", "the %(n)d votes cast", of_cast) % {"n": of_cast}
    elif motion in BARS:
        voters = ngettext("the %(n)d non-offender", "the %(n)d non-offenders", electorate) % {"n": electorate}
    else:
        voters = ngettext("the %(n)d current player", "the %(n)d current players", electorate) % {
            "n": electorate
        }
    if motion is Motion.TYPE_2_POINTS:
        return _("more than half of %(voters)s") % {"voters": voters}
    if motion is Motion.TYPE_2_BAR_WITH_PLAYOFFS:
        return _("all of %(voters)s") % {"voters": voters}
    return _("%(share)s of %(voters)s") % {"share": SHARES[motion], "voters": voters}


def moved_words(
    motion: Motion, terms: Mapping[str, Any], *, injured: str = "", names: Mapping[str, str] = NOBODY
) -> tuple[str, ...]:
    """What a motion asks, sentence by sentence; `names` are those of what a bar names, by its id."""
    if motion is Motion.TYPE_2_POINTS:
        points = terms["points"]
        sentence = ngettext("The offender loses %(n)d point.", "The offender loses %(n)d points.", points)
        loses = (sentence % {"n": points},) if points else ()
        return (*loses, _("Their bid of that stanza fails.")) if terms["fails_bid"] else loses
    if motion is Motion.TYPE_2_ADJUSTED_SCORE:
        points = terms["points"]
        sentence = ngettext("%(who)s gets %(n)d point.", "%(who)s gets %(n)d points.", points)
        return (sentence % {"who": injured, "n": points},)
    if motion not in BARS:
        return ()
    barred = [_barred_from(item, names) for item in terms["scope"]]
    whole = (_("The offender is barred from %(what)s.") % {"what": "; ".join(barred)},) if barred else ()
    ends = terms.get("last_day")
    until = (_("The bar ends on %(day)s.") % {"day": day(dt.date.fromisoformat(ends))},) if ends else ()
    letter = (
        (_("A Letter of Particulars and Complaint goes to the authority."),) if terms.get("letter") else ()
    )
    return (*whole, *until, *letter)


def _barred_from(target: Mapping[str, str], names: Mapping[str, str]) -> str:
    kind, which = target["kind"], target.get("id", "")
    if kind == "rest-of-game":
        return _("the rest of this game")
    name = names.get(which.partition("/")[0], which)
    if kind == "game":
        return _("game %(number)s of %(event)s") % {"number": which.partition("/")[2], "event": name}
    if kind == "club":
        return _("all games of %(club)s") % {"club": name}
    return _("all games of level %(level)s") % {"level": name} if kind == "level" else name
