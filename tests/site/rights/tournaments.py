"""Events and their sanctions, entries, rounds, series, and who rules which game."""

from __future__ import annotations

from tests.site.rights.table import (
    ACCOUNTS,
    CLUB,
    EITHER,
    ONE,
    PEOPLE,
    REASON,
    SURE,
    THE_EXECUTOR,
    THE_MANAGING,
    THE_PLAYER,
    acts,
    beside_another,
    get,
    page_and_api,
    patch,
    post,
    put,
)
from tests.site.stage import ASSOCIATE, COLLEGE, OTHER
from tournaments.directing.commands import FLOOR_COMMANDS

EVENTS = (
    *(get(name, CLUB, "club") for name in ("new-event", "new-season")),
    *(post(name, CLUB, "club") for name in ("new-event", "new-season", "api-new-event", "api-new-season")),
    get("manage-event", CLUB, "event"),
    get("edit-event", CLUB, "event", otherwise=EITHER),
    post("edit-event", CLUB, "event", otherwise=EITHER),
    get("api-registration", CLUB | THE_MANAGING, "event", otherwise=EITHER),
    patch("api-registration", CLUB, "event", otherwise=EITHER),
    *(
        post(name, CLUB | THE_MANAGING, "event", sends={**REASON, **SURE}, otherwise=EITHER)
        for name in ("cancel-event", "api-cancel-event")
    ),
)

SANCTIONS = (
    get("authority", THE_MANAGING),
    *(
        get(name, CLUB | THE_MANAGING, "application", otherwise=404)
        for name in ("application", "api-application")
    ),
    get("application-of", CLUB | THE_MANAGING, "sanction", otherwise=404),
    post("decide", THE_MANAGING, "application"),
    *page_and_api(
        "application-act",
        "api-application-step",
        "application",
        {
            **dict.fromkeys(("submit", "answer", "withdraw", "withdraw-all"), CLUB),
            **dict.fromkeys(("return", "approve", "approve-all", "refuse"), THE_MANAGING),
            "cancel": CLUB | THE_MANAGING,
        },
        otherwise=EITHER,
        sends=REASON,
    ),
)

_AT_THE_DOOR = dict.fromkeys(
    (
        *(
            "withdraw",
            "leave",
            "absent",
            "absent-sure",
            "restore",
            "check-in",
            "check-in-met",
            "come",
            "come-met",
        ),
        *("take-back", "undo", "paid", "unpaid", "waive", "accept", "skip", "promised"),
    ),
    CLUB,
)
SEES_RULED = CLUB | THE_EXECUTOR | THE_MANAGING | {ASSOCIATE, COLLEGE}
_RULED = {"player": "$other.number", "person": "$other.number", "what": "So it is.", "reason": "So it is."}
SUBSTITUTE = {"letter": "A", "comes": "$other.number", "why": "He fell ill."}
GOES_ON = {"source": "$team event.slug", "from_event": "$team event.slug", "origin": "Zone 1"}
TEAMS = (
    *(post(name, CLUB, "team event", otherwise=EITHER) for name in ("teams", "api-teams")),
    post("advancing", CLUB, "team event", sends=GOES_ON),
    post("api-advancing", CLUB, "team event", sends=GOES_ON, otherwise=EITHER),
    *(get(name, CLUB, "event with canons") for name in ("prepaid", "api-prepaid")),
    *(post(name, CLUB, "event with canons", sends=SURE) for name in ("prepaid", "api-prepaid")),
    get("team-substitute", CLUB, "team"),
    *(post(name, CLUB, "team", sends=SUBSTITUTE) for name in ("team-substitute", "api-team-substitute")),
    *page_and_api(
        "team-act",
        "api-team-act",
        "team",
        {
            **dict.fromkeys(
                ("check-in", "undo-check-in", "paid", "undo-paid", "restore", "leave", "return"), CLUB
            ),
            "withdraw": CLUB | THE_PLAYER,
        },
        otherwise=EITHER,
    ),
    get("team-entry", PEOPLE, "team event"),
    post("team-entry", PEOPLE, "team event"),
    get("api-team-invitations", PEOPLE, "team event"),
    post("api-team-invitations", PEOPLE, "team event"),
    *page_and_api(
        "team-invitation-act",
        "api-team-invitation-act",
        "team invitation",
        {
            "accept": ONE({OTHER}),
            "decline": ONE({OTHER}),
            "withdraw": CLUB | {OTHER},
            "send-again": ONE({OTHER}),
        },
    ),
    *acts("api-team-link", "team link", dict.fromkeys(("accept", "decline"), PEOPLE)),
)
_NOTED = {"player": "$other.number", "person": "$other.number", "kind": "food", "what": "Soup."}
_LATE = {"who": "1", "team": 1, "round": 0}
CANONS = (
    *(get(name, CLUB | THE_EXECUTOR, "event with canons") for name in ("canons", "api-canons")),
    beside_another(post("canons", CLUB | THE_EXECUTOR, "event with canons", sends=_NOTED)),
    post("api-canons", CLUB | THE_EXECUTOR, "event with canons", sends=_NOTED),
    *(get(name, CLUB | THE_EXECUTOR, "event with canons") for name in ("lateness", "api-lateness")),
    beside_another(post("lateness", CLUB | THE_EXECUTOR, "event with canons", sends=_LATE)),
    post("api-lateness", CLUB | THE_EXECUTOR, "event with canons", sends=_LATE),
    *page_and_api(
        "canon-act",
        "api-canon-act",
        "violation of a canon",
        {"take-back": CLUB | THE_EXECUTOR},
        sends=REASON,
    ),
)
ENTRIES = (
    # An account without a record is led on to enter without one.
    get("own-entry", ACCOUNTS, "event"),
    post("own-entry", PEOPLE, "event"),
    post("api-entries", PEOPLE, "event", otherwise=EITHER),
    post("enter", CLUB, "event"),
    # Whoever is entered may withdraw; at the door it is for those who run the event.
    post("withdraw", CLUB | {OTHER}, "event", sends={"entry": "$entry.entry"}, otherwise=EITHER),
    get("check-in", CLUB, "event"),
    post("all-present", CLUB, "event"),
    post("api-all-present", CLUB, "event", otherwise=EITHER),
    post("undo-all-present", CLUB, "event", sends={"came_at": "2026-01-01T12:00:00Z"}),
    post("api-undo-all-present", CLUB, "event", otherwise=EITHER),
    get("api-entries", CLUB, "event", otherwise=EITHER),
    get("api-scanned", CLUB, "event", otherwise=EITHER),
    get("enter-list", CLUB, "event"),
    post("enter-list", CLUB, "event"),
    post("take-back-list", CLUB, "entered list", sends={"sure": "yes"}),
    post("api-entered-lists", CLUB, "event", otherwise=EITHER),
    post("api-take-back-list", CLUB, "entered list", otherwise=EITHER),
    *map(beside_another, acts("entry-act", "entry", _AT_THE_DOOR, sends=REASON)),
    *acts(
        "api-entry-step",
        "entry",
        {**_AT_THE_DOOR, **dict.fromkeys(("withdraw", "leave", "accept"), CLUB | {OTHER})},
        sends=REASON,
        otherwise=EITHER,
    ),
    get("entry-conditions", CLUB, "event"),
    post("entry-conditions", CLUB, "event"),
    put("api-conditions", CLUB, "event", sends={"conditions": []}),
    get("api-conditions", ACCOUNTS, "event", otherwise=401),
    get("entry-rulings", SEES_RULED, "event"),
    beside_another(post("entry-rulings", THE_EXECUTOR, "event", sends={**_RULED, "outcome": "admitted"})),
    get("api-entry-rulings", SEES_RULED, "event"),
    post("api-entry-rulings", THE_EXECUTOR, "event", sends={**_RULED, "admitted": True}),
)

_ON_FLOOR = {"player": "$other.number", "game": "1"}
_ROUND = {"planned": {"stanzas": 14}}
_ROUND_ACTS = dict.fromkeys(("confirm", "again", "discard", "take-back"), CLUB)
ROUNDS = (
    post("plan-round", CLUB, "event"),
    post("api-rounds", CLUB, "event", sends=_ROUND),
    *map(beside_another, acts("round-act", "round", _ROUND_ACTS, sends=REASON)),
    *acts("api-round-step", "round", _ROUND_ACTS, sends=REASON, otherwise=EITHER),
    post("begin-round", CLUB, "round"),
    post("complete-round", CLUB, "confirmed round", sends={"part": "tell"}),
    *(post(name, CLUB, "round", otherwise=EITHER) for name in ("api-begin-round", "api-complete-round")),
    get("round-ready", CLUB, "confirmed round"),
    get("records", CLUB, "event"),
    post("records", CLUB, "event"),
    get("api-records", CLUB, "event"),
    post("api-records", CLUB, "event"),
    *(get(name, CLUB, "record batch") for name in ("record-batch", "api-record-batch")),
    *page_and_api(
        "record-file-act", "api-record-file", "record file", dict.fromkeys(("assign", "discard"), CLUB)
    ),
    post("new-game", CLUB, "event"),
    post("api-new-game", CLUB, "event", sends=_ROUND),
)

FLOOR = (
    get("ruled-tables", THE_EXECUTOR, "event"),
    get("final-sheets", CLUB | THE_EXECUTOR, "event"),
    get("api-ruled-tables", THE_EXECUTOR, "event"),
    *(get(name, CLUB, "event") for name in ("floor", "api-floor")),
    *page_and_api(
        "floor-act", "api-floor-act", "event", dict.fromkeys(FLOOR_COMMANDS, CLUB), sends=_ON_FLOOR
    ),
)

ANNOUNCEMENTS = (
    *(post(name, CLUB, "event", sends=REASON) for name in ("announcements", "api-announcements")),
    *(post(name, CLUB, "announcement") for name in ("announcement-down", "api-announcement-down")),
)

_SERIES = {**REASON, "sure": "yes", "event": "$event.slug", "part": "playoff", "number": "$player.number"}
SERIES = (
    get("new-series", CLUB, "club"),
    post("new-series", CLUB, "club"),
    post("api-all-series", CLUB, sends={"club": "$club.slug", "name": "N", "basis": "points", "playoff": 3}),
    *page_and_api(
        "series-act",
        "api-series-step",
        "series",
        {**dict.fromkeys(("add", "take-out", "settle", "draw"), CLUB), "decline": CLUB | THE_PLAYER},
        sends=_SERIES,
    ),
)

_OWN_AND_MANAGING = THE_EXECUTOR | THE_MANAGING
_DAYS = {**REASON, "first_day": "2099-01-01", "last_day": "2099-01-02", "place": "Arden"}
_CHOSEN = {"executor": "$term.number"}
EXECUTORS = (
    get("executors", THE_MANAGING),
    get("api-executors", THE_MANAGING, otherwise=EITHER),
    *(get(name, _OWN_AND_MANAGING, "executor", otherwise=EITHER) for name in ("executor", "api-executor")),
    *page_and_api(
        "executor-act",
        "api-executor-act",
        "executor",
        dict.fromkeys(("cover", "leave", "conflict"), _OWN_AND_MANAGING),
        sends=_DAYS,
        otherwise=EITHER,
    ),
    *(
        right
        for act, line in (("uncover", "area"), ("back", "leave"), ("end-conflict", "conflict"))
        for right in page_and_api(
            "executor-act",
            "api-executor-act",
            "executor",
            {act: _OWN_AND_MANAGING},
            sends={**_DAYS, "number": f"${line}.number"},
            otherwise=EITHER,
        )
    ),
    get("event-executors", THE_MANAGING, "event"),
    get("api-proposals", THE_MANAGING, "event", otherwise=EITHER),
    post("api-proposals", THE_MANAGING, "event", otherwise=EITHER),
    get("api-troubled-games", THE_MANAGING, otherwise=EITHER),
    post("appoint", THE_MANAGING, "numbered game", sends=_CHOSEN),
    post("appoint-all", THE_MANAGING, "event without executors", sends=_CHOSEN),
    post("appoint-group", THE_MANAGING, "group game", sends=_CHOSEN),
    *acts(
        "event-executor-act",
        "event with an executor",
        dict.fromkeys(("replace", "end"), THE_MANAGING),
        sends={"executor": "$appointed.number", "other": "$term.number"},
    ),
    *acts(
        "api-event-executor-act",
        "event with an executor",
        dict.fromkeys(("replace", "end"), THE_MANAGING),
        sends={"executor": "$executor.number", "other": "$other.number"},
        otherwise=EITHER,
    ),
)

HALL = (*EVENTS, *SANCTIONS, *TEAMS, *CANONS, *ENTRIES, *ROUNDS, *FLOOR, *ANNOUNCEMENTS, *SERIES, *EXECUTORS)
