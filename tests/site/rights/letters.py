"""Letters of Particulars and Complaint, and disciplinary cases: each known only to those whom it concerns."""

from __future__ import annotations

from tests.site.rights.table import (
    ONE,
    PEOPLE,
    THE_EXECUTOR,
    THE_MANAGING,
    THE_PLAYER,
    Right,
    beside_another,
    get,
    page_and_api,
    post,
)
from tests.site.stage import ASSOCIATE, COLLEGE, OTHER

ACCUSED, JUDGE = ONE({OTHER}), ONE({ASSOCIATE})
# The player voted and drafted; the player of no game is accused.
CASE = ACCUSED | JUDGE | THE_MANAGING | {COLLEGE}
FILED = CASE | THE_PLAYER | THE_EXECUTOR
DRAFT = THE_PLAYER | THE_EXECUTOR

LETTERS: tuple[Right, ...] = (
    *(get(name, PEOPLE) for name in ("letters", "api-letters")),
    get("draft-letter", THE_PLAYER, "voted bar", otherwise=404),
    beside_another(post("draft-letter", THE_PLAYER, "voted bar", sends={"complaint": "So."}, otherwise=404)),
    post("api-draft-letter", THE_PLAYER, "voted bar", otherwise=404),
    *(get(name, FILED, "filed letter", otherwise=404) for name in ("letter", "api-letter")),
    get("letter-paper", FILED, "filed letter", otherwise=404),
    *page_and_api(
        "letter-act",
        "api-letter-act",
        "letter to sign",
        {
            **dict.fromkeys(("edit", "sign", "file", "discard"), THE_PLAYER),
            "enter": THE_EXECUTOR,
        },
        otherwise=(403, 404),
    ),
    *page_and_api(
        "letter-act",
        "api-letter-act",
        "filed letter",
        {"let-lie": THE_MANAGING},
        sends={"text": "Not this time."},
        otherwise=(403, 404),
    ),
)
CASES: tuple[Right, ...] = (
    *(get(name, PEOPLE) for name in ("cases", "api-cases")),
    get("open-case", THE_MANAGING, "filed letter"),
    beside_another(post("open-case", THE_MANAGING, "filed letter")),
    post("api-open-case", THE_MANAGING, "filed letter"),
    get("open-cases", THE_MANAGING, "not disruptive"),
    beside_another(post("open-cases", THE_MANAGING, "not disruptive")),
    post("api-open-cases", THE_MANAGING, "not disruptive"),
    *(get(name, CASE, "case", otherwise=404) for name in ("case", "api-case")),
    *page_and_api(
        "case-act",
        "api-case-act",
        "case",
        {
            "answer": ACCUSED,
            "state": CASE,
            **dict.fromkeys(("hearing", "call-off", "withdraw", "decide"), JUDGE),
            "assign": THE_MANAGING,
        },
        sends={
            "text": "So it is.",
            "judge": "$other judge.number",
            "hearing_at": "2999-01-01T10:00",
            "place": "Arden Hall",
            "outcome": "dismissed",
            "reasons": "So it is.",
        },
        otherwise=(403, 404),
    ),
)

LETTERS_AND_CASES = (*LETTERS, *CASES)
