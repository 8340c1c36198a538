"""A stanza as it is typed: bids in the order of bidding, who made them, and what happened besides.

It translates a form into a stanza of the record and back; what is right or wrong the check says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from rules_engine.whoopie.check.bidding import forbidden_bid
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import whole_number
from tournaments.tables.incident_words import INCIDENTS
from tournaments.tables.selectors.table import DueStanza
from tournaments.tables.typed_incidents import VOTED, fields_of_incident, fits, incident_of, number_of

ROWS: Final = 4
KINDS: Final = tuple((kind, words) for kind, words in INCIDENTS.items() if kind not in VOTED)


@dataclass(frozen=True, slots=True)
class BidLine:
    """One player of the form; `made` is "yes", "no" or "" as typed."""

    player: str
    name: str
    dealer: bool
    bid: str
    taken: str
    made: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A stanza as it stands in the form; `key` names this sending, so that sent twice it counts once."""

    number: int
    cards: str
    dealer: str
    lines: tuple[BidLine, ...]
    incidents: tuple[dict[str, str], ...]
    whole: str
    reason: str
    replaces: int
    key: str

    @property
    def forbidden(self) -> int | None:
        """What the dealer may not bid, once all others have."""
        cards = whole_number(self.cards)
        bids = [bid for bid in self.others if bid is not None]
        if cards is None or len(bids) < len(self.others):
            return None
        return forbidden_bid(cards, sum(bids))

    @property
    def bids_made(self) -> bool:
        return None not in self.others

    @property
    def others(self) -> list[int | None]:
        """What everybody but the dealer bids; None for one that is no number yet."""
        return [whole_number(line.bid) for line in self.lines if not line.dealer]

    def body(self) -> dict[str, object]:
        """The stanza as the record has it; what is no number is left for the check to refuse."""
        if self.whole.strip():
            read = json.loads(self.whole)
            return read if isinstance(read, dict) else {}
        body: dict[str, object] = {
            "cards": number_of(self.cards),
            "dealer": self.dealer,
            "bids": [[line.player, number_of(line.bid)] for line in self.lines],
        }
        if all(line.taken for line in self.lines):
            body["taken"] = {line.player: number_of(line.taken) for line in self.lines}
        else:
            body["made"] = {
                line.player: _made(line) for line in self.lines if line.made or (line.taken and line.bid)
            }
        incidents = [incident_of(incident) for incident in self.incidents if incident["kind"]]
        return {**body, "incidents": incidents} if incidents else body


def require_filled_in(typed: Typed) -> None:
    """Refuse a form in which somebody's bid or result is missing or is no number, by the player's name."""
    if typed.whole.strip():
        return
    for line in typed.lines:
        if not _is_number(line.bid):
            words = _("The bid of %(name)s is missing or is not a whole number.") % {"name": line.name}
            raise _unreadable(words)
        if line.taken and not _is_number(line.taken):
            words = _("The tricks of %(name)s are not a whole number.") % {"name": line.name}
            raise _unreadable(words)
        if not line.taken and not line.made:
            raise _unreadable(_("The result of %(name)s is missing.") % {"name": line.name})


def _is_number(text: str) -> bool:
    return isinstance(number_of(text), int)


def _unreadable(sentence: str) -> Refusal:
    return Refusal(
        code="stanza-incomplete",
        sentence=sentence,
        rule=_("I/Scoring: of every stanza each player's bid is reported, and whether they made it."),
        remedy=_("Fill in everyone's bid, and the tricks taken or made or failed, and send it again."),
        status=422,
    )


def typed_from(post: Mapping[str, str], order: Sequence[str], names: Mapping[str, str], number: int) -> Typed:
    """What was sent."""
    dealer = post.get("dealer", "")
    clockwise = list(order)
    if dealer in clockwise:
        at = clockwise.index(dealer) + 1
        clockwise = clockwise[at:] + clockwise[:at]
    return Typed(
        number=number,
        cards=post.get("cards", "").strip(),
        dealer=dealer,
        lines=tuple(
            BidLine(
                player=player,
                name=names.get(player, player),
                dealer=player == dealer,
                bid=post.get(f"bid-{player}", "").strip(),
                taken=post.get(f"taken-{player}", "").strip(),
                made=post.get(f"made-{player}", ""),
            )
            for player in clockwise
        ),
        incidents=tuple(
            {
                field: post.get(f"{field}-{row}", "").strip()
                for field in ("kind", "player", "trick", "card", "number", "reason")
            }
            for row in range(ROWS)
        ),
        whole=post.get("whole", ""),
        reason=post.get("reason", ""),
        replaces=whole_number(post.get("replaces", "0")) or 0,
        key=post.get("key", ""),
    )


def empty_form(due: DueStanza, names: Mapping[str, str], key: str) -> Typed:
    """The next stanza, as it must be dealt."""
    post = {"dealer": due.dealer, "cards": str(due.cards), "key": key}
    return typed_from(post, due.order, names, due.number)


def form_of(body: Mapping[str, Any], names: Mapping[str, str], number: int, version: int, key: str) -> Typed:
    """A stanza that was reported, to be corrected."""
    post = {"dealer": str(body["dealer"]), "cards": str(body["cards"]), "key": key, "replaces": str(version)}
    for player, bid in body["bids"]:
        post[f"bid-{player}"] = str(bid)
    for player, taken in body.get("taken", {}).items():
        post[f"taken-{player}"] = str(taken)
    for player, made in body.get("made", {}).items():
        post[f"made-{player}"] = "yes" if made else "no"
    incidents = body.get("incidents", [])
    plain = len(incidents) <= ROWS and all(fits(incident) for incident in incidents)
    for row, incident in enumerate(incidents if plain else ()):
        post |= {f"{field}-{row}": text for field, text in fields_of_incident(incident).items()}
    if not plain or "tricks" in body or "hands" in body:
        post["whole"] = json.dumps(body, ensure_ascii=False)
    return typed_from(post, [player for player, _ in body["bids"]], names, number)


def _made(line: BidLine) -> bool:
    return line.made == "yes" if line.made else line.taken == line.bid
