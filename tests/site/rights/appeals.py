"""Appeals: the players, who ruled, whoever judges, the Managing Executor and the College."""

from __future__ import annotations

from tests.site.rights.table import (
    ONE,
    PEOPLE,
    REASON,
    SURE,
    THE_EXECUTOR,
    THE_MANAGING,
    THE_PLAYER,
    Right,
    get,
    page_and_api,
    post,
)
from tests.site.stage import ASSOCIATE, COLLEGE

THE_JUDGE = ONE({ASSOCIATE})
THE_COLLEGE = ONE({COLLEGE})
SEE = THE_PLAYER | THE_EXECUTOR | THE_JUDGE | THE_MANAGING | THE_COLLEGE
_NEW = {"matter": "ruling", "number": "$ruling to appeal.number", "text": "Not so."}
_MOTION = {**REASON, "motion": "$motion.motion", "answer": "aye"}

APPEALS: tuple[Right, ...] = (
    get("appeals", PEOPLE),
    get("api-appeals", PEOPLE),
    get("appeal", SEE, "appeal"),
    get("api-appeal", SEE, "appeal"),
    get("appeal-bundle", SEE, "appeal"),
    get("appeal-file", SEE, "statement"),
    get("appeal-effects", THE_JUDGE, "appeal"),
    post("appeal-effects", THE_JUDGE, "appeal", sends={"decision": "varied"}),
    post("api-appeal-effects", THE_JUDGE, "appeal", sends={"decision": "upheld"}),
    get("case-story", SEE, "appeal"),
    get("api-case-story", SEE, "appeal"),
    get("appeal-new", SEE - THE_JUDGE, "ruling to appeal"),
    post("appeal-new", THE_PLAYER, "ruling to appeal", sends=REASON),
    post("api-appeals", THE_PLAYER, sends=_NEW),
    *page_and_api(
        "appeal-act",
        "api-appeal-act",
        "appeal",
        {
            **dict.fromkeys(("further", "waive", "withdraw"), THE_PLAYER),
            "state": THE_PLAYER | THE_EXECUTOR | THE_JUDGE,
            **dict.fromkeys(("decide", "recuse"), THE_JUDGE),
        },
        sends={**REASON, "decision": "upheld"},
    ),
    *page_and_api(
        "appeal-act",
        "api-appeal-act",
        "appeal before the College",
        {
            **dict.fromkeys(("move", "answer", "merit"), THE_COLLEGE),
            "close": THE_COLLEGE | THE_MANAGING,
        },
        sends={**_MOTION, "decision": "upheld", "penalty": "a warning in writing", **SURE},
    ),
)
