"""The ledger: certificates recorded, marked and replaced, and the rosters."""

from __future__ import annotations

from tests.site.rights.table import (
    BOOKS,
    CLUB,
    EITHER,
    PEOPLE,
    REASON,
    SURE,
    THE_MANAGING,
    THE_PLAYER,
    THE_REGISTRAR,
    acts,
    get,
    page_and_api,
    post,
)

CERTIFICATES = (
    get("registrar-certificates", THE_REGISTRAR),
    *(get(name, THE_REGISTRAR) for name in ("registrar-degrees", "api-degree-papers")),
    get("registrar-degrees-pdf", THE_REGISTRAR),
    post("api-recording", THE_PLAYER | THE_REGISTRAR, "player", sends={"codes": ["$code.code"]}),
    *(post(name, THE_REGISTRAR, "code", sends=REASON) for name in ("api-mutilated", "api-replacement")),
    *acts(
        "certificate-act",
        "certificate",
        dict.fromkeys(("mutilated", "replace"), THE_REGISTRAR),
        sends={**REASON, **SURE},
        otherwise=EITHER,
    ),
)

_AS_OF = {"as_of": "2025-11-15"}
ROSTERS = (
    get("registrar-rosters", BOOKS),
    *(post(name, BOOKS, sends=_AS_OF) for name in ("roster-compile", "api-roster-compile")),
    post("roster-publish", BOOKS, "compiled roster", sends=SURE),
    post("api-roster-publish", BOOKS, "compiled roster", otherwise=EITHER),
)

_CORRECTED = {"points": "1.0", "blue": "0.0", "why": "So it is."}
IMPORTS = (
    *(get(name, BOOKS) for name in ("imports", "api-imports")),
    get("import-template", PEOPLE, "import template"),
    get("event-import", CLUB | BOOKS, "event"),
    post("event-import", CLUB | BOOKS, "event"),
    post("imports", BOOKS),
    post("api-imports", BOOKS),
    get("import", BOOKS, "import"),
    *(get(name, BOOKS, "import") for name in ("api-import", "api-import-rows")),
    get("import-document", BOOKS, "document of an import"),
    *page_and_api(
        "import-act",
        "api-import-act",
        "import",
        {
            **dict.fromkeys(("check", "choose", "rest", "drop"), BOOKS),
            **dict.fromkeys(("write", "undo"), THE_MANAGING),
        },
        sends=REASON,
        otherwise=EITHER,
    ),
    get("ledger-entry-correct", THE_MANAGING, "entry brought forward"),
    *(
        post(name, THE_MANAGING, "entry brought forward", sends=_CORRECTED)
        for name in ("ledger-entry-correct", "api-ledger-entry-correct")
    ),
)

BOOKS_AND_PAPERS = (*CERTIFICATES, *ROSTERS, *IMPORTS)
