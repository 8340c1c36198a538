"""`python -m rules_engine replay FILE --stanza N`: a stanza trick by trick."""

import argparse
import json
import sys

from rules_engine.files import read_input
from rules_engine.reading import Malformed
from rules_engine.whoopie.reader import read_record
from rules_engine.whoopie.replay import NothingToReplay, ReplayedStanza, replay_stanza

_TRUMP = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "J": "J-Trump", None: "not fixed"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a play-level game record, or - for standard input")
    parser.add_argument("--stanza", type=int, required=True, metavar="N", help="its number, from 1")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="text (default) or json")


def run(arguments: argparse.Namespace) -> int:
    """Print the replay; 0, or 2 with a sentence if there is nothing to replay."""
    try:
        stanza = replay_stanza(read_record(read_input(arguments.file)), arguments.stanza)
    except (Malformed, NothingToReplay) as error:
        print(f"{arguments.file}: {error}", file=sys.stderr)
        return 2
    print(json.dumps(_document(stanza)) if arguments.format == "json" else _text(stanza))
    return 0


def _document(stanza: ReplayedStanza) -> dict[str, object]:
    tricks = [
        {**trick._asdict(), "cards": [card._asdict() for card in trick.cards]} for trick in stanza.tricks
    ]
    return {**stanza._asdict(), "tricks": tricks}


def _text(stanza: ReplayedStanza) -> str:
    width = max(len(card.player) for trick in stanza.tricks for card in trick.cards)
    lines = [f"Stanza {stanza.number}, Whoopie Defining Card {stanza.defining}"]
    for trick in stanza.tricks:
        lines.append(f"\nTrick {trick.number}, trump before it: {_TRUMP[trick.trump]}")
        for card in trick.cards:
            lines.append(f"  {card.player:<{width}}  {card.card:<2}  {card.event} [{card.rule}]")
            lines.append(f"  {'':<{width}}      {card.winning} is winning: {card.why}")
        after = _TRUMP[trick.cards[-1].trump]
        lines.append(f"  {trick.winner} wins the trick; trump after it: {after}")
    return "\n".join(lines).encode("utf-8", "backslashreplace").decode("utf-8")
