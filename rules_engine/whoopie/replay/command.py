"""`python -m rules_engine replay FILE --stanza N`: a stanza trick by trick."""

import argparse
import json
from collections.abc import Sequence

from rules_engine.cards import texts
from rules_engine.console.files import read_input
from rules_engine.console.output import printable, put, tell
from rules_engine.reading import Malformed
from rules_engine.record_bytes import read_bytes
from rules_engine.whoopie.reader.game import record_of
from rules_engine.whoopie.record import Incident
from rules_engine.whoopie.replay.stanza import NothingToReplay, ReplayedStanza, replay_stanza

_TRUMP = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "J": "J-Trump", None: "not fixed"}

_OF_BIDS = frozenset({"bid-out-of-turn", "illegal-bid", "changed-bid"})
_OF_POINTS = frozenset({"type-2-penalty", "adjusted-score"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a play-level game record, or - for standard input")
    parser.add_argument("--stanza", type=int, required=True, metavar="N", help="its number, from 1")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="text (default) or json")


def run(arguments: argparse.Namespace) -> int:
    """Print the replay; 0, or 2 with a sentence if there is nothing to replay."""
    try:
        record = read_bytes(read_input(arguments.file), record_of)
        stanza = replay_stanza(record, arguments.stanza)
    except (Malformed, NothingToReplay) as error:
        tell(printable(f"{arguments.file}: {error}") + "\n")
        return 2
    incidents = record.stanzas[arguments.stanza - 1].incidents
    put(json.dumps(_document(stanza, incidents)) if arguments.format == "json" else _text(stanza, incidents))
    return 0


def _document(stanza: ReplayedStanza, incidents: Sequence[Incident]) -> dict[str, object]:
    tricks = [
        {**trick._asdict(), "cards": [card._asdict() for card in trick.cards]} for trick in stanza.tricks
    ]
    return {**stanza._asdict(), "tricks": tricks, "incidents": [_told(incident) for incident in incidents]}


def _told(incident: Incident) -> dict[str, object]:
    """An incident in the words of the record; what it does not say is left out."""
    document: dict[str, object] = {"kind": incident.kind, "player": incident.player or None}
    if incident.trick:
        document["trick"] = incident.trick
    if incident.cards:
        document["cards"] = texts(incident.cards)
    if incident.on_table is not None:
        document["on_table"] = incident.on_table
    if incident.kind in _OF_BIDS:
        document["bid"] = incident.bid
    if incident.kind == "wrong-card-count":
        document["cards"] = incident.held
    if incident.grounds:
        document["grounds"] = incident.grounds
    if incident.kind in _OF_POINTS:
        document["points"] = incident.points
    if incident.fails_bid:
        document["fails_bid"] = True
    if incident.roll is not None:
        document["roll"] = dict(incident.roll)
    return document


def _in_words(incident: Incident) -> str:
    details = [
        f"{name.replace('_', ' ')} {' '.join(value) if isinstance(value, list) else value}"
        for name, value in _told(incident).items()
        if name not in ("kind", "player", "trick", "roll", "fails_bid")
    ]
    if incident.fails_bid:
        details.append("the bid fails")
    who = f"{incident.player}: " if incident.player else ""
    return f"  {who}{incident.kind}" + (f" ({', '.join(details)})" if details else "")


def _text(stanza: ReplayedStanza, incidents: Sequence[Incident]) -> str:
    width = max(len(printable(card.player)) for trick in stanza.tricks for card in trick.cards)
    lines = [f"Stanza {stanza.number}, Whoopie Defining Card {stanza.defining}"]
    lines += [_in_words(incident) for incident in incidents if not 1 <= incident.trick <= len(stanza.tricks)]
    for trick in stanza.tricks:
        lines += ["", f"Trick {trick.number}, trump before it: {_TRUMP[trick.trump]}"]
        for card in trick.cards:
            lines.append(f"  {printable(card.player):<{width}}  {card.card:<2}  {card.event} [{card.rule}]")
            lines.append(f"  {'':<{width}}      {card.winning} is winning: {card.why}")
        lines += [_in_words(incident) for incident in incidents if incident.trick == trick.number]
        after = _TRUMP[trick.cards[-1].trump]
        lines.append(f"  {trick.winner} wins the trick; trump after it: {after}")
    return "\n".join([printable(line) for line in lines])
