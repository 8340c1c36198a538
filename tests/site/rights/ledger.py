"""The books: certificates recorded, marked and replaced, and the rosters."""

from __future__ import annotations

from tests.site.rights.table import BOOKS, EITHER, REASON, THE_PLAYER, THE_REGISTRAR, acts, get, post

CERTIFICATES = (
    get("registrar-certificates", THE_REGISTRAR),
    get("registrar-degrees", THE_REGISTRAR),
    get("registrar-degrees-pdf", THE_REGISTRAR),
    post("api-recording", THE_PLAYER | THE_REGISTRAR, "player", sends={"codes": ["$code.code"]}),
    *(post(name, THE_REGISTRAR, "code", sends=REASON) for name in ("api-mutilated", "api-replacement")),
    *acts(
        "certificate-act",
        "certificate",
        dict.fromkeys(("mutilated", "replace"), THE_REGISTRAR),
        sends=REASON,
        otherwise=EITHER,
    ),
)

_AS_OF = {"as_of": "2025-11-15"}
ROSTERS = (
    get("registrar-rosters", BOOKS),
    *(post(name, BOOKS, sends=_AS_OF) for name in ("roster-compile", "api-roster-compile")),
    post("roster-publish", BOOKS, "compiled roster"),
    post("api-roster-publish", BOOKS, "compiled roster", otherwise=EITHER),
)

BOOKS_AND_PAPERS = (*CERTIFICATES, *ROSTERS)
