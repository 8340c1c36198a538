"""The institution: records of people, clubs, offices, the law, fees and bars."""

from __future__ import annotations

from tests.site.rights.table import (
    BOOKS,
    CLUB,
    CLUBS,
    EITHER,
    ONE,
    PEOPLE,
    REASON,
    THE_MANAGING,
    THE_REGISTRAR,
    acts,
    get,
    page_and_api,
    post,
    put,
)
from tests.site.stage import COLLEAGUE, MANAGING, OFFICER, OTHER

_NEW = {"family_name": "New"}
_RECORD = {**REASON, **_NEW, "other": "$stranger.number", "merge": "$merge.number"}
RECORDS = (
    *(get(name, BOOKS) for name in ("registry", "api-registry")),
    get("register-person", CLUBS | BOOKS),
    *(post(name, CLUBS | BOOKS, sends=_NEW) for name in ("register-person", "api-registry")),
    *(get(name, CLUB | BOOKS, "paper record", otherwise=404) for name in ("record", "api-record")),
    *page_and_api(
        "record-act",
        "api-record-act",
        "paper record",
        {
            "code": CLUB | THE_REGISTRAR,
            **dict.fromkeys(("correct", "merge", "undo", "close", "delete"), THE_REGISTRAR),
        },
        otherwise=EITHER,
        sends=_RECORD,
    ),
    post("decide-claim", THE_REGISTRAR, "claim", sends={"act": "refuse", **REASON}),
    post("decide-provisional", THE_REGISTRAR, "provisional record", sends={"act": "refuse", **REASON}),
    *acts(
        "api-provisional-act",
        "provisional record",
        dict.fromkeys(("accept", "refuse"), THE_REGISTRAR),
        sends=REASON,
    ),
    *acts("api-claim-act", "claim", dict.fromkeys(("accept", "refuse"), THE_REGISTRAR), sends=REASON),
    get("registrar", THE_REGISTRAR),
    post("registrar", THE_REGISTRAR),
)

ASKING = ONE({OTHER})
CLUB_DESKS = (
    get("register-club", PEOPLE),
    *(post(name, PEOPLE) for name in ("register-club", "api-club-applications")),
    get("club-queue", THE_MANAGING),
    get("api-club-applications", THE_MANAGING, otherwise=404),
    *(get(name, ASKING | BOOKS, "asking club", otherwise=404) for name in ("club-desk", "api-club-desk")),
    *page_and_api(
        "club-act",
        "api-club-step",
        "asking club",
        {
            **dict.fromkeys(("ask", "approve", "refuse", "open"), THE_MANAGING),
            **dict.fromkeys(("answer", "withdraw", "apply"), ASKING),
            "close": ASKING | THE_MANAGING,
        },
        otherwise=EITHER,
        sends=REASON,
    ),
)

_TERM = {"person": "$stranger.number", "office": "registrar", "first_day": "2099-01-01"}
TERMS = (
    get("describe-authority", THE_MANAGING),
    post("describe-authority", THE_MANAGING),
    post("api-authority", THE_MANAGING, sends={"name": "N"}),
    get("doctor", THE_MANAGING),
    post("doctor", THE_MANAGING, sends={"key": "k"}),
    get("api-installation", THE_MANAGING),
    post("api-installation", THE_MANAGING),
    post("api-upkeep", THE_MANAGING, sends={"done": "backup"}),
    get("offices", THE_MANAGING),
    post("offices", THE_MANAGING),
    get("api-offices", THE_MANAGING, otherwise=404),
    post("api-offices", THE_MANAGING, sends=_TERM),
    post("club-terms", ONE({OFFICER, MANAGING}), "club"),
    post("api-club-terms", ONE({OFFICER, MANAGING}), "club", sends={**_TERM, "office": "director"}),
    # Whoever holds an office may lay it down.
    *page_and_api(
        "term-act",
        "api-term-act",
        "term",
        {
            **dict.fromkeys(("prolong", "pass", "revoke"), THE_MANAGING),
            "end": ONE({COLLEAGUE, MANAGING}),
        },
        sends={**REASON, "day": "2099-01-01", "to": "$stranger.number"},
    ),
)

SET_UP = (
    # Closed for good once there is a Managing Executor, who is shown still missing.
    *(get(name, THE_MANAGING) for name in ("set-up", "set-up-authority", "set-up-managing-executor")),
    *(post(name, THE_MANAGING) for name in ("set-up", "set-up-authority", "set-up-managing-executor")),
    *(get(name, THE_MANAGING) for name in ("set-up-law", "set-up-people", "set-up-club")),
    *(post(name, THE_MANAGING) for name in ("set-up-law", "set-up-people", "set-up-club")),
)

_DRAFT = {"otherwise": EITHER}
LAW = (
    get("law-new", THE_MANAGING, "kind of law"),
    post("law-new", THE_MANAGING, "kind of law"),
    post("api-law-draft", THE_MANAGING, "kind of law", sends={"title": "T", "body": {}}),
    *(
        get(name, THE_MANAGING, "law draft", otherwise=404)
        for name in ("law-version", "law-body", "api-law-version")
    ),
    *(
        get(name, THE_MANAGING, "law draft", sends={"with": "1"}, otherwise=404)
        for name in ("law-compare", "api-law-compare")
    ),
    *(get(name, THE_MANAGING, "law draft", **_DRAFT) for name in ("law-edit", "law-adopt")),
    *(post(name, THE_MANAGING, "law draft", **_DRAFT) for name in ("law-edit", "law-adopt", "law-withdraw")),
    put("api-law-version", THE_MANAGING, "law draft", **_DRAFT),
    *acts("api-law-act", "law draft", dict.fromkeys(("adopt", "withdraw"), THE_MANAGING), **_DRAFT),
    post("level-add", THE_MANAGING, "kind of level"),
    post("api-level-add", THE_MANAGING, "kind of level", sends={"slug": "new", "name": "new"}),
    *page_and_api(
        "level-act",
        "api-level-act",
        "level",
        dict.fromkeys(("rename", "retire", "bring-back"), THE_MANAGING),
    ),
    # What a draft of the Articles would have changed.
    *(get(name, THE_MANAGING, "articles draft", **_DRAFT) for name in ("law-previews", "api-previews")),
    *(post(name, THE_MANAGING, "articles draft", **_DRAFT) for name in ("law-previews", "api-previews")),
    *(
        get(name, THE_MANAGING, "preview", **_DRAFT)
        for name in ("law-preview", "law-preview-csv", "api-preview")
    ),
    *page_and_api(
        "law-preview-act",
        "api-preview-act",
        "preview",
        dict.fromkeys(("cancel", "resume"), THE_MANAGING),
        **_DRAFT,
    ),
)

FEES = (
    *(get(name, CLUB | BOOKS, "club", otherwise=404) for name in ("club-account", "api-account")),
    *(
        get(name, CLUB | BOOKS, "invoice", otherwise=404)
        for name in ("invoice", "invoice-pdf", "api-invoice")
    ),
    get("api-invoices", PEOPLE),
    *page_and_api(
        "invoice-act",
        "api-invoice-act",
        "invoice",
        dict.fromkeys(("pay", "credit", "refund", "use"), BOOKS),
        otherwise=EITHER,
        sends={"amount": "1.00", **REASON},
    ),
    *(get(name, BOOKS) for name in ("fees", "bank")),
    post("bank", BOOKS),
    post("api-bank", BOOKS, sends={"text": "date,amount,payer,reference\n"}),
    post("bank-assign", BOOKS, "bank line", otherwise=404),
    get("api-bank-receipts", BOOKS),
    post("api-bank-assign", BOOKS, "bank line", sends={"invoice": "1"}),
)

_BAR = {
    **REASON,
    "person": "$stranger.number",
    "reach": [{"kind": "everything", "id": ""}],
    "first_day": "2099-01-01",
    "last_day": "2099-01-02",
}
BARS = (
    *(get(name, THE_MANAGING) for name in ("bars", "trail", "api-trail")),
    post("bars", THE_MANAGING),
    get("api-bars", THE_MANAGING, otherwise=EITHER),
    post("api-bars", THE_MANAGING, sends=_BAR),
    post("bar-lift", THE_MANAGING, "bar", sends=REASON),
    post("api-bar-lift", THE_MANAGING, "bar", sends=REASON, otherwise=EITHER),
)

INSTITUTION = (*RECORDS, *CLUB_DESKS, *TERMS, *SET_UP, *LAW, *FEES, *BARS)
