"""The pad of a table: opened by its link or by an account, and the worker that opens it without network.

The page brings the table as it stands, the engine's answers and every word; the script looks up and adds.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from rules_engine.whoopie.pad_answers import answer_tables
from sanctioning.kit.api.serializers import as_data
from sanctioning.kit.pages.asker import asker, signed_in
from sanctioning.kit.pages.devices import is_shared
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.events.addresses import GameLabel
from tournaments.games.models import Game
from tournaments.games.views import table_or_404, void_instead
from tournaments.streams.topics import table_topic
from tournaments.tables.models.table_link import TableLink
from tournaments.tables.selectors.pads import Pad, pad_of_game
from tournaments.tables.selectors.table import Table
from tournaments.tables.services.table_links import link_of_secret, require_opens
from tournaments.tables.views.pad_words import call_kinds, incident_kinds, pad_words

PARTS: Final = (
    "law",
    "store",
    "sync",
    "view",
    "chart",
    "ask",
    "keyboard",
    "dialogs",
    "calls",
    "notices",
    "settle",
    "pad",
)
SCRIPTS: Final = ("js/new-key.js", "js/stream.js", "js/taps.js", *(f"js/pad/{part}.js" for part in PARTS))
SHEETS: Final = ("tokens", "base", "frame", "components", "tables", "details", "practice", "cards")
OF_THE_PAD: Final = ("pad", "pad-asked", "pad-scores", "score-lines", "pad-chart")
STYLES: Final = tuple(f"css/{name}.css" for name in (*SHEETS, *OF_THE_PAD))
FILES: Final = (
    *STYLES,
    *SCRIPTS,
    "js/frame.js",
    "img/favicon.svg",
    "img/cards.svg",
    "fonts/source-sans-3-latin-wght-normal.woff2",
    "fonts/eb-garamond-latin-500-normal.woff2",
)


@require_safe
def by_link(request: HttpRequest, secret: str) -> HttpResponse:
    """The pad of the table whose link this is; a link that opens nothing says so, and why."""
    link = link_of_secret(secret)
    if link is None:
        return _closed(
            request,
            Refusal(
                code="link-unknown",
                sentence=_("This link does not belong to a table."),
                rule=_("A link opens its own table, until it is withdrawn or the final sheet is confirmed."),
                remedy=_("Scan the code on the table card again, or ask the director for the table's link."),
                status=404,
            ),
        )
    try:
        require_opens(link, link.game)
    except Refusal as refusal:
        return _closed(request, refusal, link.game)
    pad = pad_of_game(game=link.game, asker=asker(request), link=link)
    assert pad is not None, "a link that opens shows its pad"
    return _page(request, link.game, pad, link, secret, None)


@require_safe
@ensure_csrf_cookie
@signed_in
def by_account(request: HttpRequest, person: Person, slug: str, game: GameLabel) -> HttpResponse:
    """The same pad for those who keep the table with an account: its players, executor and director."""
    model = table_or_404(slug, game)
    if void := void_instead(request, model):
        return void
    pad = pad_of_game(game=model, asker=person, link=None)
    if pad is None:
        return render(request, "403.html", status=403)
    return _page(request, model, pad, None, "", person)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the pad's page and files on the phone; nothing outside /pad/ is touched."""
    files = [static(name) for name in FILES]
    head = f"const FILES = {json.dumps(files)};\nconst VERSION = {json.dumps(_version())};\n"
    race = {"race": static("js/race-the-network.js")}
    script = "tournaments/tables/pad_worker.js"
    body = render(request, script, race, content_type="text/javascript; charset=utf-8")
    body.content = head.encode() + body.content
    body["Cache-Control"] = "no-cache"
    return body


def _version() -> str:
    """What the files hold, whatever they are called: only a new version makes a phone take them again."""
    digest = hashlib.sha256()
    for name in FILES:
        path = finders.find(name)
        if path is None:
            raise ImproperlyConfigured(f"The pad lacks its file {name}.")
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:12]


def _store(request: HttpRequest, place: dict[str, object], keeper: Person | None) -> str:
    """Under which name the phone keeps the table's stanzas: each practice event and account apart."""
    practice = getattr(request, "practice", None)
    practice_path = f"practice/{practice.key}/" if practice else ""
    account = f"@{keeper.account_id}" if keeper else ""
    return f"saas-pad/{practice_path}{place['slug']}/{place['game']}{account}"


def _stream(request: HttpRequest, table: Table) -> dict[str, object]:
    """Where the pad hears of changes of its table; nobody else plays in a practice event."""
    topic = "" if getattr(request, "practice", None) else table_topic(table.event_slug, table.number)
    return {"topic": topic, "port": settings.STREAM_PORT}


def _page(
    request: HttpRequest, game: Game, pad: Pad, link: TableLink | None, secret: str, keeper: Person | None
) -> HttpResponse:
    """`keeper` is whose account opened the pad, where no link did."""
    table = pad.table
    place: dict[str, object] = {"slug": table.event_slug, "game": f"{table.number}{table.group}"}
    context = {
        "pad": pad,
        "table": table,
        "place": game.place,
        "label": place["game"],
        "scripts": SCRIPTS,
        "styles": STYLES,
        "start": {
            "pad": as_data(pad),
            "law": answer_tables(),
            "words": pad_words(),
            "incidents": incident_kinds(),
            "calls": call_kinds(),
            "language": get_language() or "en",
            "secret": secret,
            "csrf": get_token(request) if link is None else "",
            "store": _store(request, place, keeper),
            "shared": keeper is not None and is_shared(request),
            "stream": _stream(request, table),
            "addresses": {
                "pad": reverse("api-pad", kwargs=place),
                "stanzas": reverse("api-pad-stanzas", kwargs=place),
                "acts": reverse("api-pad-act", kwargs={**place, "act": "act"}).removesuffix("act/"),
                "table": reverse("table", kwargs=place),
                "matters": reverse("violations", kwargs=place),
                "game": reverse("game", kwargs=place),
                "login": reverse("login"),
                "cards": static("img/cards.svg"),
                "worker": reverse("pad-worker"),
            },
        },
    }
    return _private(render(request, "tournaments/tables/pad.html", context))


def _closed(request: HttpRequest, refusal: Refusal, game: Game | None = None) -> HttpResponse:
    context = {"refusal": refusal, "game": game, "section": "calendar"}
    return _private(render(request, "tournaments/tables/pad_closed.html", context, status=refusal.status))


def _private(response: HttpResponse) -> HttpResponse:
    """A link is nobody else's: no search engine lists it, no page that is left for learns it."""
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "no-cache, private"
    return response
