"""What everybody sees, signed in or not; and what of it is hidden until it is published."""

from __future__ import annotations

from tests.site.rights.table import ALL, BOOKS, ONE, get, post
from tests.site.stage import MINOR

OPEN_TO_ALL = (
    *(get(name, ALL) for name in ("health", "front", "results", "calendar", "players", "clubs", "rosters")),
    *(
        get(name, ALL)
        for name in (
            "check",
            "keys",
            "keys-pem",
            "key-set",
            "issuer",
            "api-heads",
            "rules",
            "levels",
            "components",
            "search",
            "help",
            "errors",
            "results-feed",
            "rosters-feed",
            "api-reference",
            "api-search",
            "api-webhook-types",
        )
    ),
    *(get(name, ALL) for name in ("law-history", "all-series", "api-schema", "api-calendar", "api-rosters")),
    get("api-earlier-rosters", ALL),
    get("earlier-roster", ALL, "earlier roster"),
    *(get(name, ALL) for name in ("api-law", "api-levels", "api-all-series")),
    *(get(name, ALL) for name in ("practice", "first-steps")),
    *(get(name, ALL) for name in ("case-book", "api-case-book")),
    *(get(name, ALL) for name in ("ruling-statistics", "api-ruling-statistics")),
    *(get(name, ALL, "public ruling") for name in ("public-ruling", "api-public-ruling")),
    post("practice", ALL),
    *(get(name, ALL) for name in ("calendar-month", "calendar-feed", "api-events")),
    *(get(name, ALL) for name in ("api-results", "api-players", "api-clubs")),
    *(
        get(name, ALL)
        for name in ("ledger", "degrees", "about", "contact", "imprint", "privacy", "start-for-real")
    ),
    get("calendar-month-of", ALL, "month"),
    get("guide", ALL, "guide"),
    get("club-results-feed", ALL, "club"),
    get("badge-status", ALL, "status list"),
    # What others show of the site.
    *(get(name, ALL) for name in ("robots", "manifest", "sitemap")),
    get("sitemap-section", ALL, "part of the sitemap"),
    *(get(name, ALL, "event") for name in ("embed-board", "embed-results")),
    get("embed-player", ALL, "player"),
    get("embed-player", ONE(), "minor", otherwise=404),
    get("oembed", ALL, sends={"url": "$shared page.url"}),
    get("error", ALL, "error code"),
    get("api-part", ALL, "part of the API"),
    get("crest", ALL, "crest"),
    # Whoever has the secret link reads what it leads to.
    get("own-feed", ALL, "feed"),
    get("export-download", ALL, "download address"),
    get("entry-page", ALL, "entry link"),
    post("entry-page", ALL, "entry link"),
    get("entry-calendar", ALL, "entry link"),
    *(get(name, ALL, "event") for name in ("newcomer-entry", "newcomer-mail")),
    *(post(name, ALL, "event") for name in ("newcomer-entry", "api-newcomers")),
    get("confirm-entry", ALL, "confirming link"),
    post("confirm-entry", ALL, "confirming link"),
    *(get(name, ALL, at) for name, at in (("team-link", "team link"), ("confirm-place", "place to confirm"))),
    *(
        post(name, ALL, at)
        for name, at in (("team-link", "team link"), ("confirm-place", "place to confirm"))
    ),
    post("api-confirm-entry", ALL, sends={"code": "$confirming link.code"}),
    post("api-join-team", ALL, "team link"),
    post("api-confirm-place", ALL, sends={"code": "$place to confirm.code"}),
    post("check", ALL),
    post("language", ALL),
    *(get(name, ALL, "code") for name in ("check-code", "api-check")),
    post("check-code", ALL, "code"),
    *(get(name, ALL, "law") for name in ("law-version", "law-body", "api-law-version")),
    *(get(name, ALL, "club") for name in ("club", "club-feed", "club-poster")),
    *(get(name, ALL, "player") for name in ("player", "api-player")),
    *(get(name, ONE({MINOR}) | BOOKS, "minor", otherwise=404) for name in ("player", "api-player")),
    # Events and games.
    *(get(name, ALL, "event") for name in ("event", "event-feed", "api-event", "rounds", "api-rounds")),
    *(get(name, ALL, "event") for name in ("entrants", "table-cards", "api-table-cards")),
    *(get(name, ALL, "event") for name in ("table-cards-pdf", "scoresheets")),
    *(get(name, ALL, "team event") for name in ("teams", "api-teams", "advancing", "api-advancing")),
    get("game-rules", ALL, "game of slips"),
    get("format-paper", ALL, "paper of a format"),
    *(get(name, ALL, "round") for name in ("round-cards", "round-cards-pdf", "round-scoresheets")),
    *(get(name, ALL, "confirmed round") for name in ("round-seats", "api-round-seats", "round-screen")),
    get("scoresheet", ALL, "certified game"),
    get("blank-sheets", ALL),
    get("blank-sheet", ALL, "blank sheet"),
    *(get(name, ALL) for name in ("live", "live-latest")),
    *(get(name, ALL, "event") for name in ("board", "projector")),
    *(get(name, ALL, "event with canons") for name in ("bracket", "api-bracket")),
    *(get(name, ALL, "event") for name in ("announcements", "api-announcements")),
    *(get(name, ALL, "series") for name in ("series", "series-poster", "api-series")),
    get("game", ALL, "certified game"),
    get("api-game", ALL, "reported game"),
    get("game-version", ALL, "version"),
    get("replay", ALL, "stanza"),
    get("table", ALL, "table in play"),
    # Whoever has the link itself.
    get("pad-link", ALL, "table link"),
    get("pad-worker", ALL),
    get("door-worker", ALL),
    get("api-table", ALL, "table in play"),
    get("api-stanza", ALL, "stanza for programs"),
    # The ledger.
    *(get(name, ALL, "ledger entry") for name in ("ledger-entry", "api-ledger-entry")),
    *(get(name, ALL, "published roster") for name in ("roster", "roster-pdf", "roster-csv", "api-roster")),
    *(get(name, ALL, "published roster") for name in ("roster-xlsx", "roster-json")),
    *(get(name, ALL, "published roster") for name in ("roster-errata-pdf", "api-roster-errata")),
    *(get(name, ALL, "roster line") for name in ("roster-line", "api-roster-line")),
    *(get(name, ALL, "roster of a club") for name in ("roster-club", "roster-club-pdf")),
    *(get(name, BOOKS, "compiled roster", otherwise=404) for name in ("roster", "roster-csv", "api-roster")),
)
