"""One's own: account, record, data, messages, papers, programs and work asked for."""

from __future__ import annotations

from sanctioning.webhooks.commands import WEBHOOK_COMMANDS
from scoring.exports.commands import EXPORT_COMMANDS
from scoring.practice.services.practices import PRACTICE_ACTS
from tests.site.rights.table import (
    ACCOUNTS,
    ALL,
    BOOKS,
    CIRCLES,
    EITHER,
    PEOPLE,
    REASON,
    THE_PLAYER,
    THE_REGISTRAR,
    acts,
    delete,
    get,
    page_and_api,
    post,
    put,
)

WEBHOOK_PAGES = ("webhook", "webhook-secret", "webhook-remove")
WEBHOOK_READ = ("webhook", "api-webhook", "api-webhook-messages")
WEBHOOK_ACTS = dict.fromkeys(WEBHOOK_COMMANDS, THE_PLAYER)
EXPORT_ACTS = dict.fromkeys(EXPORT_COMMANDS, THE_REGISTRAR)
WEBHOOK_MESSAGES = ("webhook-message", "api-webhook-message")

ONE_S_OWN = (
    *(get(name, ACCOUNTS) for name in ("my-page", "my-account", "claim", "tokens", "api-tokens")),
    *(post(name, ACCOUNTS) for name in ("claim", "api-claim", "tokens", "api-tokens")),
    *(post(name, THE_PLAYER, "token", otherwise=404) for name in ("token-revoke", "api-token-revoke")),
    # Webhooks.
    *(get(name, PEOPLE) for name in ("webhooks", "api-webhooks")),
    *(post(name, PEOPLE) for name in ("webhooks", "api-webhooks")),
    *(get(name, THE_PLAYER, "webhook", otherwise=404) for name in WEBHOOK_READ),
    *(
        post(name, THE_PLAYER, "webhook", otherwise=404)
        for name in ("webhook", "webhook-secret", "webhook-remove")
    ),
    put("api-webhook", THE_PLAYER, "webhook", otherwise=404),
    delete("api-webhook", THE_PLAYER, "webhook", otherwise=404),
    post("api-webhook-secret", THE_PLAYER, "webhook", otherwise=404),
    *(post(f"{name}-again", THE_PLAYER, "webhook message", otherwise=404) for name in WEBHOOK_MESSAGES),
    *page_and_api("webhook-act", "api-webhook-act", "webhook", WEBHOOK_ACTS, otherwise=404),
    # Exports on a schedule.
    *(get(name, PEOPLE) for name in ("exports", "api-exports")),
    *(post(name, PEOPLE) for name in ("exports", "api-exports")),
    *(get(name, THE_REGISTRAR, "export", otherwise=404) for name in ("export", "api-export")),
    get("export-file", THE_REGISTRAR, "file of an export", otherwise=404),
    post("export-remove", THE_REGISTRAR, "export", otherwise=404),
    delete("api-export", THE_REGISTRAR, "export", otherwise=404),
    *page_and_api("export-act", "api-export-act", "export", EXPORT_ACTS, otherwise=404),
    # Practice events.
    get("practice-guide", THE_PLAYER, "practice", otherwise=404),
    post("practice-robots", THE_PLAYER, "practice", otherwise=404, sends={"act": "all"}),
    post("practice-discard", THE_PLAYER, "practice", otherwise=404),
    get("api-practices", ACCOUNTS),
    get("api-practice", THE_PLAYER, "practice", otherwise=404),
    post("api-practices", ACCOUNTS, tried_by=CIRCLES),
    *acts("api-practice-act", "practice", dict.fromkeys(PRACTICE_ACTS, THE_PLAYER), otherwise=404),
    # Data.
    *(get(name, PEOPLE) for name in ("my-data", "forget-me", "api-my-data", "api-my-copies")),
    *(post(name, PEOPLE) for name in ("my-data", "my-copies", "forget-me", "api-my-copies", "api-forget-me")),
    put("api-my-data", PEOPLE),
    get("my-copy", THE_PLAYER, "copy", otherwise=404),
    get("api-find-people", PEOPLE),
    # One's own dates.
    *(get(name, PEOPLE) for name in ("my-calendar", "api-my-calendar")),
    *(post(name, PEOPLE) for name in ("my-calendar", "api-my-calendar")),
    delete("api-my-calendar", PEOPLE),
    # Messages.
    *(get(name, PEOPLE) for name in ("messages", "api-messages", "waiting", "api-waiting")),
    *(get(name, PEOPLE) for name in ("messages-archive", "api-messages-archive")),
    *(post(name, PEOPLE) for name in ("messages-read", "messages-archive-read", "api-messages-archive-read")),
    *(get(name, THE_PLAYER, "message", otherwise=404) for name in ("message", "api-message")),
    post("api-message-read", THE_PLAYER, "message", otherwise=404),
    *(post(name, THE_PLAYER, "message", otherwise=404) for name in ("message-archive", "message-unarchive")),
    post("api-message-archive", THE_PLAYER, "message", otherwise=404),
    post("api-message-unarchive", THE_PLAYER, "message", otherwise=404),
    *(get(name, PEOPLE) for name in ("messages-channels", "api-messages-channels")),
    post("messages-channels", PEOPLE),
    put("api-messages-channels", PEOPLE),
    # Certificates.
    *(
        get(name, THE_PLAYER | THE_REGISTRAR, "certificate", otherwise=404)
        for name in ("certificate-pdf", "certificate-badge")
    ),
    get("api-badge", THE_PLAYER | THE_REGISTRAR, "code", otherwise=EITHER),
    *(get(name, PEOPLE) for name in ("record-own", "api-own-certificates")),
    *(post(name, PEOPLE) for name in ("record-own", "api-own-certificates", "api-own-forecast")),
    # Work that was asked for.
    *(get(name, PEOPLE) for name in ("jobs", "api-jobs")),
    *(get(name, BOOKS | THE_PLAYER, "job", otherwise=EITHER) for name in ("job", "api-job")),
    *(post(name, BOOKS | THE_PLAYER, "job", otherwise=EITHER) for name in ("job-cancel", "api-job-cancel")),
    *(post(name, BOOKS | THE_PLAYER, "job", otherwise=EITHER) for name in ("job-again", "api-job-again")),
    # The identity provider, which does not answer here.
    *(get(name, ALL) for name in ("sign-in-with", "sign-in-with-back")),
    get("sign-in-with-join", ACCOUNTS),
    *(post(name, ACCOUNTS) for name in ("sign-in-with-join", "sign-in-with-leave")),
    # Passkeys.
    get("passkey-add", ACCOUNTS),
    post("passkey-add", ACCOUNTS),
    get("passkey", THE_PLAYER, "passkey", otherwise=404),
    *(post(name, THE_PLAYER, "passkey", otherwise=404) for name in ("passkey", "passkey-remove")),
    # A second factor that was lost is reset by those who keep the records.
    get("second-factor-reset", BOOKS),
    post("second-factor-reset", BOOKS),
    post("api-second-factor-reset", BOOKS, sends={"number": "$stranger.number", **REASON}),
)
