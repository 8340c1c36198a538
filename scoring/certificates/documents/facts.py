"""What a printed document says, as frozen data.

Purpose: the one door between the database and the printed page. A service or a job fills these facts from
it; the functions beside them turn them into PDF bytes and read nothing else: no
database, no clock, no settings.
Invariant: the same facts give the same bytes, in every process and on every day.
Terms: serial (the number of a paper), code (what a person reads out; ends in a check character), check
address (the public page that tells whether a paper is genuine), blue points (part of the total).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from rules_engine.card_games import WHOOPIE
from sanctioning.kit.press.letterhead import authority_name

FORMAT = "saas-certificate/1"
SINCE: Mapping[str, object] = {"counted": "players", "card_game": WHOOPIE.name}
TEMPLATES = Path(__file__).resolve().parent / "templates"


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateFacts:
    """One Rating Point Certificate: one paid place of one player in one certified game."""

    serial: str  # "RPC-000123"
    code: str  # grouped as it is to be read out and printed, e.g. "K7QM-2RTX-9"
    check_url: str  # absolute address of the public check page; printed as QR
    player_name: str
    points: Decimal  # exact tenths, the blue ones included
    blue_points: Decimal
    place: int
    place_shared: bool  # tied with another player
    players_counted: int  # table size, or teams, that decided how many places are paid
    game_name: str
    event_name: str
    club_name: str
    location: str  # town or building; may be empty
    level: str  # in words: "open", "restricted", "special event", "series playoff-consolation"
    sanction_number: str
    played_on: date
    certified_on: date
    issued_on: date
    acting_executor: str
    replaces_serial: str = ""  # the voided paper that this one replaces
    counted: str = "players"  # "teams" where they take the places
    card_game: str = WHOOPIE.name
    demo: bool = False  # printed by a demo installation: says so on its face
    authority: str = field(default_factory=authority_name)


@dataclass(frozen=True, slots=True, kw_only=True)
class DegreeCertificateFacts:
    """The certificate of a degree that a recording brought."""

    serial: str
    code: str
    check_url: str
    player_name: str
    degree: str  # full style: "Senior Master of Whoopie"
    degree_rank: int  # 1 Junior Master, 2 Master, 3 Senior Master, 4 Grand Master, 5 Champion
    points: Decimal  # recorded when the degree was won
    blue_points: Decimal
    recorded_on: date
    issued_on: date
    registrar: str
    managing_executor: str = ""  # printed under the signature line when known
    card_game: str = WHOOPIE.name
    demo: bool = False
    authority: str = field(default_factory=authority_name)


def canonical(facts: CertificateFacts | DegreeCertificateFacts) -> bytes:
    """What a certificate says, for programs: JSON with sorted names, no blanks, days and points as text.

    An old paper is made again byte for byte: see `without_unsaid`.
    """
    kind = "degree" if isinstance(facts, DegreeCertificateFacts) else "rating-points"
    plain = {name: _plain(value) for name, value in asdict(facts).items()}
    document = {"format": FORMAT, "kind": kind, "facts": without_unsaid(plain)}
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def without_unsaid(facts: Mapping[str, Any]) -> dict[str, object]:
    """The facts without what came later and says nothing new."""
    return {name: value for name, value in facts.items() if name not in SINCE or SINCE[name] != value}


def _plain(value: object) -> object:
    if isinstance(value, Decimal):
        return f"{value:.1f}"
    return value.isoformat() if isinstance(value, date) else value
