"""The made-up people and clubs of the demo season.

Terms: strength (how often somebody comes out ahead; the cards are random all the same).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

PASSWORD = "whoopie-demo"


@dataclass(frozen=True, slots=True)
class DemoClub:
    name: str
    place: str


@dataclass(frozen=True, slots=True)
class DemoLogin:
    role: str
    email: str
    may: str


CLUBS = (
    DemoClub("Wetherby Whoopie Club", "Wetherby"),
    DemoClub("Ludlow Card Circle", "Ludlow"),
    DemoClub("Whitstable Whoopie Society", "Whitstable"),
)

MANAGING_EXECUTOR = ("Judith", "Wexcombe")
REGISTRAR = ("Arthur", "Penhaligon")
EXECUTORS = (("Edmund", "Halloway"), ("Beatrix", "Lorne"), ("Theodore", "Marsh"))
DIRECTORS = (("Dorothy", "Finch"), ("Cedric", "Oakes"), ("Marian", "Tolliver"))
OFFICERS = (("Clement", "Bray"), ("Odette", "Vance"), ("Rufus", "Ingleby"))

NAMES = """
Agnes Applegarth
Bernard Ashdown
Celia Barnaby
Desmond Blythe
Edith Bramwell
Francis Calloway
Greta Carrick
Hector Chalmers
Imogen Copley
Jasper Crane
Katharine Dale
Leonard Darrow
Mabel Easton
Nigel Fairfax
Olive Fenwick
Percy Garland
Queenie Gill
Roland Hadley
Sybil Harcourt
Tobias Heron
Una Jessop
Victor Kendal
Winifred Lamb
Xavier Langley
Yvonne Lister
Zachary Mallory
Adela Merton
Basil Mowbray
Clara Nettleton
Duncan Orme
Esther Pargeter
Felix Quarles
Gwendolen Radley
Hugo Redfern
Isadora Rook
Julian Sedgwick
Kitty Selwyn
Lionel Shaw
Muriel Stannard
Noel Sutcliffe
Ottilie Tarrant
Patrick Thorne
Rosalind Upton
Stanley Verity
Thelma Wainwright
Ursula Wolfe
Walter Yarrow
Zelda Young

"""
PLAYERS = tuple(tuple(name.split(" ", 1)) for name in NAMES.strip().splitlines())

LOGINS = (
    DemoLogin("Managing Executor", "managing@demo.example", "grants sanctions, appoints, amends the law"),
    DemoLogin("registrar", "registrar@demo.example", "records certificates, compiles rosters"),
    DemoLogin("Acting Executor", "executor@demo.example", "settles findings and certifies his games"),
    DemoLogin("director", "director@demo.example", "runs the events of Wetherby Whoopie Club"),
    DemoLogin("club officer", "club@demo.example", "looks after Wetherby Whoopie Club"),
    DemoLogin("player", "player@demo.example", "own points, certificates and games"),
    DemoLogin("appellant", "appellant@demo.example", "lost a game by a ruling that can still be appealed"),
    DemoLogin("Associate Executor", "associate@demo.example", "hears appeals from Acting Executors"),
    DemoLogin("College", "college@demo.example", "decides by vote what is appealed to the end"),
    DemoLogin("College", "college2@demo.example", "another member: three are a quorum"),
    DemoLogin("College", "college3@demo.example", "a third member"),
)


def strength(index: int) -> float:
    """The first in the list are the ones to beat."""
    return 2.5 - 3.0 * math.sqrt(index / len(PLAYERS))
