"""What is sent where something is really created: the table of rights mostly sends too little for that.

A row stands for the page or the endpoint of that name; what is not here is tried as the table of rights
sends it.
"""

from __future__ import annotations

from tests.site.rights.table import Right, post
from tests.site.stage import DIRECTOR, EXECUTOR, MANAGING, NOBODY, OFFICER, OTHER, REGISTRAR

_CLUB = {"name": "New Club", "place": "Arden", "time_zone": "Europe/London"}
_OFFICERS = {"officers": "$stranger.number"}
_DRAFT = {"title": "A draft", "copy_of": "1"}
_TERM = {"person": "$stranger.number", "office": "registrar", "first_day": "2099-01-01"}
_BAR = {"number": "$stranger.number", "kind": "everything", "first_day": "2099-01-01", "why": "A test."}
_WEBHOOK = {"name": "Site", "url": "https://example.org/hook", "kinds": ["result.certified"]}
_EXPORT = {"file": "csv", "every": "daily", "way": "link"}
_EVENT = {
    "name": "New Evening",
    "place": "Arden Hall",
    "time_zone": "Europe/London",
    "games_planned": "1",
    "level": "open",
    "type": "club-game",
}
_HOURS = {"starts_at": "2099-03-01T14:00:00Z", "ends_at": "2099-03-01T20:00:00Z"}
_SERIES = {"name": "New Series", "basis": "points", "playoff": "4", "consolation": "0", "ties": "draw"}
_RULING = {"section": "I/Play", "what": "A card fell.", "reason": "It lies."}
_TABLE = {"kind": "stanzas", "value": "14", "players": "$those entered.numbers"}
_LINES = "date,amount,payer,reference\n2025-03-09,4.00,Arden,tea\n"


def _only(role: str, name: str, at: str = "", **more: object) -> Right:
    return post(name, frozenset({role}), at, **more)


_NEWCOMER = {"given_names": "New", "family_name": "Comer", "email": "new@example.org"}

CREATING: tuple[Right, ...] = (
    _only(OTHER, "register-club", sends=_CLUB | _OFFICERS),
    _only(OTHER, "api-club-applications", sends=_CLUB),
    _only(MANAGING, "law-new", "kind of law", sends=_DRAFT),
    _only(MANAGING, "api-law-draft", "kind of law", sends=_DRAFT),
    _only(MANAGING, "offices", sends=_TERM),
    _only(MANAGING, "set-up-people", sends={**_NEWCOMER, "office": "registrar"}),
    _only(MANAGING, "set-up-club", sends={**_NEWCOMER, **_CLUB}),
    _only(OFFICER, "club-terms", "club", sends={**_TERM, "office": "director"}),
    _only(OTHER, "tokens", sends={"name": "Scripts", "scope": "read", "days": "30"}),
    _only(OTHER, "api-tokens", sends={"name": "Scripts"}),
    _only(OTHER, "webhooks", sends=_WEBHOOK),
    _only(OTHER, "api-webhooks", sends=_WEBHOOK),
    _only(REGISTRAR, "exports", sends={"subject": "ledger/", **_EXPORT}),
    _only(DIRECTOR, "api-exports", sends={"what": "entries", "of": "$event.slug", **_EXPORT}),
    _only(MANAGING, "bars", sends=_BAR),
    _only(DIRECTOR, "api-new-event", "club", sends=_EVENT | _HOURS),
    _only(
        DIRECTOR,
        "api-new-season",
        "club",
        sends=_EVENT | _HOURS | {"days": ["2099-03-01", "2099-03-08"]},
    ),
    _only(DIRECTOR, "new-series", "club", sends=_SERIES),
    _only(MANAGING, "level-add", "kind of level", sends={"slug": "new", "name": "New"}),
    _only(NOBODY, "claim", sends={"act": "ask", "family_name": "Seeker"}),
    _only(NOBODY, "api-claim", sends={"ask": {"family_name": "Seeker"}}),
    _only(DIRECTOR, "enter", "event", sends={"number": "$stranger.number"}),
    _only(DIRECTOR, "api-entries", "event", sends={"person": "$stranger.number"}),
    _only(DIRECTOR, "enter-list", "event", sends={"list": "$stranger.number", "act": "enter"}),
    _only(DIRECTOR, "api-entered-lists", "event", sends={"people": "$strangers.numbers"}),
    _only(
        DIRECTOR,
        "new-game",
        "round event",
        sends={"kind": "stanzas", "value": "14", "players": "$those entered.numbers"},
    ),
    _only(
        DIRECTOR,
        "api-new-game",
        "round event",
        sends={"planned": {"stanzas": 14}, "players": "$those entered.numbers"},
    ),
    _only(EXECUTOR, "rule", "table in play", sends={**_RULING, "irregularity": "question", "do": "keep"}),
    _only(EXECUTOR, "api-rulings", "table in play", sends=_RULING),
    _only(
        REGISTRAR,
        "bank",
        sends={"text": _LINES, "act": "book"},
    ),
    _only(
        REGISTRAR,
        "api-bank",
        sends={"text": _LINES, "book": True},
    ),
)

# What a program may send twice without a key, and why nothing comes of it twice.
UNIQUE_WITHOUT_KEY: dict[str, str] = {
    "api-bank": "It is noted that the file came again; a line of the bank's is booked once.",
    "api-practices": "An account has three practice events at most, and each goes by itself.",
    "api-my-calendar": "The new address takes the place of the old one.",
    "api-record-act": "The new code takes the place of the old one.",
    "api-table-act": "The new link takes the place of the old one.",
    "api-round-step": "The new draw takes the place of the old one.",
    "api-recording": "A certificate is recorded once; what is sent again is kept as refused.",
    "api-roster-compile": "Until it is published a roster is compiled anew each time.",
}
