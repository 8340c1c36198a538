"""A game: its opening draw, its table while it is played, its report, and how its result becomes final."""

from __future__ import annotations

from dataclasses import replace

from tests.site.rights.table import (
    CLUB,
    EITHER,
    PEOPLE,
    REASON,
    SURE,
    THE_EXECUTOR,
    THE_MANAGING,
    THE_PLAYER,
    Right,
    beside_another,
    beside_their_endpoint,
    get,
    page_and_api,
    post,
)
from tests.site.stage import ASSOCIATE, COLLEAGUE, COLLEGE, EXECUTOR, OTHER

REPORTERS = THE_PLAYER | CLUB
RULERS = THE_MANAGING | {EXECUTOR, COLLEAGUE, ASSOCIATE}
KEEPERS = REPORTERS | THE_EXECUTOR
SLIP_READERS = KEEPERS | THE_MANAGING
DIRECTS = CLUB | THE_EXECUTOR
DRAWS = (
    get("opening-draw", KEEPERS, "reported game"),
    post("opening-draw", KEEPERS, "reported game"),
    get("api-draw", PEOPLE, "reported game"),
    post("api-draw", KEEPERS, "reported game", sends={"act": "system"}, otherwise=EITHER),
)


SLIPS = (
    *(get(name, SLIP_READERS, "team event", otherwise=EITHER) for name in ("slips", "api-slips")),
    post("slips", REPORTERS, "team event"),
    get("slip", SLIP_READERS, "slip"),
    post("slip", REPORTERS, "slip", sends={"key": "a page", "replaces": 0, "flags": 12}),
    get("api-slip", SLIP_READERS, "slip", otherwise=EITHER),
    post("api-slip-preview", SLIP_READERS, "slip", sends={"values": {"flags": 12}}, otherwise=EITHER),
    post("api-slip", REPORTERS, "slip", sends={"values": {"flags": 12}}, otherwise=EITHER),
    post(
        "api-slips",
        REPORTERS,
        "team event",
        sends={"slips": [{"place": "d1-before-1", "values": {"flags": 12}}]},
        otherwise=EITHER,
    ),
    post("api-slip-sign", REPORTERS, "reported slip", sends={"version": 1}, otherwise=EITHER),
    *(post(name, CLUB, "team event", otherwise=EITHER) for name in ("close-event", "api-close-event")),
    *(
        post(name, CLUB, "team event", sends=REASON, otherwise=EITHER)
        for name in ("open-slips-again", "api-open-slips-again")
    ),
)


def _at_the_table(act: str, who: frozenset[str], **sends: object) -> Right:
    return post("api-table-act", who, "table in play", act=act, sends={**REASON, **sends})


def _on_the_pad(act: str, who: frozenset[str], **sends: object) -> tuple[Right, ...]:
    return (post("api-pad-act", who, "table in play", act=act, sends={**REASON, **sends}),)


AT_THE_TABLE = (
    _at_the_table("sit", KEEPERS, player="$stranger.number"),
    _at_the_table("leave", KEEPERS, player="$player.number"),
    # Whoever wishes to play says so himself.
    _at_the_table("wait", KEEPERS | {OTHER}, player="$other.number"),
    _at_the_table("stop-waiting", KEEPERS | {OTHER}, player="$other.number"),
    _at_the_table("undo", KEEPERS, player="$player.number", step="sit"),
    _at_the_table("draw", KEEPERS),
    _at_the_table("close", REPORTERS, sure="yes"),
    _at_the_table("plan", THE_EXECUTOR),
    _at_the_table("scorekeeper", THE_EXECUTOR),
    _at_the_table("extrapolate", THE_EXECUTOR),
    _at_the_table("settle", THE_EXECUTOR),
    _at_the_table("split", THE_EXECUTOR),
    _at_the_table("undo-split", THE_EXECUTOR),
    _at_the_table("give-up", THE_EXECUTOR, **SURE),
    _at_the_table("reopen", THE_EXECUTOR),
    _at_the_table("call-off", CLUB, **SURE),
    _at_the_table("link", DIRECTS, **SURE),
    _at_the_table("withdraw-link", DIRECTS, **SURE),
)
TABLE = (
    get("table-stanza", PEOPLE, "stanza in play"),
    post("table-stanza", REPORTERS, "stanza in play"),
    post("api-stanzas", REPORTERS, "table in play"),
    post("api-table-record", REPORTERS, "table in play"),
    *beside_their_endpoint(replace(right, name="table-act") for right in AT_THE_TABLE),
    *AT_THE_TABLE,
    # Whoever holds the table's link writes too: tests/tournaments/tables/test_pads.py.
    get("pad", KEEPERS, "table in play"),
    get("api-pad", KEEPERS, "table in play"),
    get("api-table-link", DIRECTS, "table in play", otherwise=404),
    post("api-pad-stanzas", REPORTERS, "table in play"),
    *_on_the_pad("sit", KEEPERS, player="$stranger.number"),
    *_on_the_pad("leave", KEEPERS, player="$player.number"),
    *_on_the_pad("undo", KEEPERS, player="$player.number", step="sit"),
    *_on_the_pad("close", REPORTERS, sure=True),
    *_on_the_pad("call", KEEPERS, kind="score"),
    *_on_the_pad("withdraw-call", KEEPERS, call="$call.call"),
)

CALLS = (
    get("calls", KEEPERS | THE_MANAGING, "table in play"),
    beside_another(post("calls", KEEPERS, "table in play", sends={"kind": "score"})),
    get("api-calls", KEEPERS | THE_MANAGING, "table in play"),
    post("api-calls", KEEPERS, "table in play", sends={"kind": "score"}),
    *page_and_api(
        "call-act", "api-call-step", "call", {"answer": THE_EXECUTOR, "withdraw": KEEPERS}, sends=SURE
    ),
    # Where the book of the game makes the director's ruling final.
    *page_and_api("call-act", "api-call-step", "call of teams", {"answer": DIRECTS}, sends=SURE),
)

PARTIES = THE_PLAYER | THE_EXECUTOR
MATTERS = PARTIES | THE_MANAGING | {COLLEGE}
CHARGE = {**SURE, "kind": "chaotic-action", "act": "So it is.", "stanza": 1, "offenders": ["$player.number"]}
DEMAND = {**SURE, "motion": "find-chaotic-action", "for_player": "$player.number"}
VOTES = (
    get("violations", MATTERS, "table in play"),
    beside_another(
        post("violations", PARTIES, "table in play", sends={**CHARGE, "for_player": "$player.number"})
    ),
    get("api-violations", MATTERS, "table in play"),
    post(
        "api-violations",
        PARTIES,
        "table in play",
        sends={**CHARGE, "for_player": "$player.number"},
    ),
    get("demand-vote", MATTERS, "violation"),
    beside_another(post("demand-vote", PARTIES, "violation", sends=DEMAND)),
    post("api-demand-vote", PARTIES, "violation", sends=DEMAND),
    get("vote", MATTERS, "open vote"),
    get("api-vote", MATTERS, "open vote"),
    *page_and_api("vote-act", "api-vote-step", "demanded vote", {"open": THE_EXECUTOR}),
    *page_and_api("vote-act", "api-vote-step", "open vote", {"close": THE_EXECUTOR}, sends=SURE),
    *page_and_api("vote-act", "api-vote-step", "open vote", {"answer": THE_PLAYER}, sends={"answer": "aye"}),
    *page_and_api(
        "vote-act",
        "api-vote-step",
        "open vote",
        {"enter": THE_EXECUTOR},
        sends={"answer": "aye", "player": "$player.number", **SURE},
    ),
    *page_and_api(
        "vote-act",
        "api-vote-step",
        "open vote",
        {"take-back": THE_EXECUTOR},
        sends={"player": "$player.number"},
    ),
)

HEARERS = KEEPERS | THE_MANAGING | {ASSOCIATE, COLLEGE}
RULINGS = (
    get("rule", THE_EXECUTOR, "table in play"),
    beside_another(post("rule", THE_EXECUTOR, "table in play", sends={"irregularity": "misdeal"})),
    # Where the book of the game makes the director's ruling final.
    get("rule", DIRECTS, "team game"),
    beside_another(post("rule", DIRECTS, "team game", sends={"irregularity": "military-whist-misdeal"})),
    post("api-rulings", DIRECTS, "team game", sends=REASON),
    post("api-weigh", DIRECTS, "team game", sends=REASON),
    get("game-rulings", HEARERS, "table in play"),
    get("ruling", HEARERS, "private ruling"),
    *(get(name, HEARERS, "table in play") for name in ("api-rulings", "api-irregularities")),
    get("api-ruling", HEARERS, "private ruling"),
    post("api-rulings", THE_EXECUTOR, "table in play", sends=REASON),
    post("api-weigh", THE_EXECUTOR, "table in play", sends=REASON),
    *page_and_api(
        "ruling-mark", "api-ruling-mark", "public ruling", {"guide": THE_MANAGING, "unguide": THE_MANAGING}
    ),
)

RESULTS = (
    get("sheet-entry", REPORTERS, "reported game"),
    post("sheet-entry", REPORTERS, "reported game"),
    *(get(name, KEEPERS | THE_MANAGING, "reported game") for name in ("game-record", "api-game-record")),
    get("report", REPORTERS, "reported game"),
    post("report", REPORTERS, "reported game", sends={"text": "{}"}),
    post("api-report", REPORTERS, "reported game", sends={"record": "none"}),
    post("settle", THE_EXECUTOR, "finding", sends=REASON),
    post(
        "executor-settle",
        THE_EXECUTOR,
        "reported game",
        sends={**REASON, "finding": "$finding.finding"},
    ),
    post("api-settle", THE_EXECUTOR, "finding", sends=REASON),
    # Another player of the game may confirm it too, never the one who reported it.
    post("confirm", CLUB, "reported game"),
    get("certify", THE_EXECUTOR, "reported game"),
    post("certify", THE_EXECUTOR, "reported game"),
    post("api-confirm", CLUB, "reported game"),
    post("api-certify", THE_EXECUTOR, "reported game"),
    get("executor-desk", RULERS),
    get("api-executor-desk", RULERS),
    get("correct", THE_MANAGING, "certified game"),
    post("correct", THE_MANAGING, "certified game"),
    post("api-correction", THE_MANAGING, "certified game"),
)

PLAY = (*DRAWS, *SLIPS, *TABLE, *CALLS, *VOTES, *RULINGS, *RESULTS)
