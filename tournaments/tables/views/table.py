"""The table of a game while it is played: who sits and waits, the next stanza, and what can be done.

A refusal shows the same page again with the reason, the rule, the remedy and all that was typed.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sanctioning.kit.clock import moment, today
from sanctioning.kit.commands import Done
from sanctioning.kit.pages.asker import asker, signed_in
from sanctioning.kit.pages.asking_first import ask_first
from sanctioning.kit.pages.self_renewing import renewed
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.sent_once.keys import only_looked
from sanctioning.people.models.person import Person
from sanctioning.people_search.meant import Meant, understood
from tournaments.calls.selectors import calls_at
from tournaments.events.addresses import GameLabel
from tournaments.events.permissions import may_run_event, may_see_table, rules_game
from tournaments.events.selectors.announcements import announcements_of, first_end_of
from tournaments.formats.whoopie.format import ENDS
from tournaments.games.game_families import LIVE
from tournaments.games.models import Game
from tournaments.games.plans import ends_words
from tournaments.games.views import table_or_404
from tournaments.justice.rulings.selectors.ruled_stanzas import points_by_player
from tournaments.justice.rulings.selectors.rulings import latest_rulings
from tournaments.justice.votes.selectors.decided import decided_votes
from tournaments.reports.selectors.findings import open_errors_of
from tournaments.reports.services.reports import require_reporter
from tournaments.reports.views.message_after_report import say_kept
from tournaments.tables.commands import TABLE_COMMANDS, Asked
from tournaments.tables.forms.stanza import KINDS, Typed, empty_form, form_of, require_filled_in, typed_from
from tournaments.tables.permissions import may_link_table
from tournaments.tables.selectors.pads import link_to_give
from tournaments.tables.selectors.papers import pad_address
from tournaments.tables.selectors.stamps import stamp_of, table_stamp
from tournaments.tables.selectors.stanzas import stanza_history
from tournaments.tables.selectors.table import Table, table_of_game
from tournaments.tables.services.stanzas import report_stanza
from tournaments.tables.services.table_links import OPENS
from tournaments.tables.views import undoing
from tournaments.tables.views.questions import question_before

CARD = "card-"


@require_safe
def table(request: HttpRequest, slug: str, game: GameLabel) -> HttpResponse:
    """Live: seats, scores, findings, who waits."""
    model = table_or_404(slug, game)
    person = asker(request)
    # Whoever rules the table reads calls, findings and its link there; announcements are for who plays.
    hears = model.state in LIVE and not rules_game(person, today(), model)
    announcements = announcements_of(event=model.event) if hears else ()

    def page(etag: str) -> HttpResponse:
        table_now = _table(model, person)
        if model.state == Game.State.VOID:
            return render(
                request,
                "tournaments/tables/table_void.html",
                {"game": model, **_context(table_now), "etag": etag},
            )
        pad = _pad(model, person, table_now)
        own = table_now.acts.keep or may_see_table(person, today(), model)
        rulings = latest_rulings(game=model, names=table_now.names) if table_now.acts.keep else ()
        context = {
            "game": model,
            **_context(table_now),
            "etag": etag,
            "announcements": announcements,
            "time_zone": model.event.time_zone,
            "renew_at": first_end_of(announcements),
            "pad": pad,
            **_undoable(request, model, table_now),
            "rulings": rulings,
            "ruled_points": points_by_player(table_now.ruled),
            # No vote is held but by a ruling.
            "votes": decided_votes(game=model, names=table_now.names)
            if rulings and table_now.acts.matters
            else (),
            "answers": calls_at(game=model).answered if own else (),
        }
        return render(request, "tournaments/tables/table.html", context)

    hung = [announcement.number for announcement in announcements]
    return renewed(request, stamp_of(table_stamp(model), hung), page)


@require_POST
@signed_in
def act(request: HttpRequest, person: Person, slug: str, game: GameLabel, act: str) -> HttpResponse:
    """Do one thing at the table and show it again."""
    model = TABLE_COMMANDS.or_404(act, table_or_404(slug, game))
    names = ("player",) if act in ("sit", "wait") else ()
    typed, unclear = understood(asker=person, typed=request.POST, names=names)
    if unclear:
        return _refused(request, person, model, act, status=422, unclear=unclear)
    asked = _asked(typed)
    try:
        undo = undoing.what_undoes(act, model, asked)
        done, asks = _done_or_asked(request, person, model, act, asked)
    except Refusal as refusal:
        if act == "undo":
            undoing.remember(request, None)
        return _refused(request, person, model, act, refusal=refusal, status=refusal.status)
    if asks:
        return asks
    undoing.remember(request, undo)
    if act == "close":
        say_kept(
            request,
            kept=_("The game is closed and its record checked as a whole"),
            well=done.sentence,
            errors=open_errors_of([model.pk]).get(model.pk, 0),
            path=f"{reverse('game', args=[slug, str(game)])}#findings",
        )
    else:
        messages.success(request, done.sentence)
    if act == "call-off":
        return redirect("floor", slug=slug)
    return redirect("table", slug=slug, game=game)


def _done_or_asked(
    request: HttpRequest, person: Person, game: Game, act: str, asked: Asked
) -> tuple[Done[object], HttpResponse | None]:
    """What was done, or would be, and the page that asks whether it is meant."""
    run = partial(TABLE_COMMANDS.run, act, by=person, thing=game, asked=asked)
    question = question_before(act, game, asked)
    if question is None:
        return run(), None
    results: list[Done[object]] = []
    asks = ask_first(request, lambda: results.append(run()), question)
    return results[0], asks


def _undoable(request: HttpRequest, game: Game, table_now: Table) -> dict[str, object]:
    """What this browser did last, at the head, and beside the seats what others did since the last stanza."""
    undo = undoing.offered(request, game, table_now)
    at_head = (undo["step"], undo["player"]) if undo else None
    return {
        "undo": undo,
        "undoable": [step for step in table_now.undoable if (step.step, step.player) != at_head],
    }


def _refused(
    request: HttpRequest,
    person: Person,
    model: Game,
    act: str,
    *,
    refusal: Refusal | None = None,
    status: int,
    unclear: dict[str, Meant] | None = None,
) -> HttpResponse:
    table_now = _table(model, person)
    pad = _pad(model, person, table_now)
    context = {
        "game": model,
        **_context(table_now),
        "refusal": refusal,
        "to_votes": refusal and refusal.facts.get("votes") and table_now.acts.matters,
        "act": act,
        "typed": request.POST,
        "unclear": unclear,
        "pad": pad,
    }
    return render(request, "tournaments/tables/table.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def stanza(request: HttpRequest, person: Person, slug: str, game: GameLabel, number: int) -> HttpResponse:
    """Report the next stanza, or look at an earlier one and correct it."""
    model = table_or_404(slug, game)
    table_now = _table(model, person)
    if request.method != "POST":
        return _stanza_page(request, table_now, _form(table_now, number), number)
    order = _order(table_now, number)
    typed = typed_from(request.POST.dict(), order, table_now.names, number)
    if request.POST.get("step") == "bids":
        return only_looked(_stanza_page(request, table_now, typed, number, checked=True))
    try:
        require_reporter(by=person, game=model, at=moment(None))
        report_stanza(
            by=person,
            game=model,
            number=number,
            body=_body(typed),
            idempotency_key=typed.key or str(uuid.uuid4()),
            replaces=typed.replaces,
            reason=typed.reason,
        )
    except Refusal as refusal:
        return _stanza_page(request, _table(model, person), typed, number, refusal=refusal)
    named = {"number": number}
    if typed.replaces:
        kept = _("Stanza %(number)s is corrected")
        well = _("Stanza %(number)s is corrected, and the scores are up to date.")
    else:
        kept = _("Stanza %(number)s is saved")
        well = _("Stanza %(number)s is saved, and the scores are up to date.")
    say_kept(
        request,
        kept=kept % named,
        well=well % named,
        errors=sum(
            finding["blocks"] and finding["stanza"] == number for finding in _table(model, person).findings
        ),
        path=f"{reverse('table', args=[slug, str(game)])}#findings",
    )
    return redirect("table", slug=slug, game=game)


def _stanza_page(
    request: HttpRequest,
    table_now: Table,
    typed: Typed | None,
    number: int,
    *,
    refusal: Refusal | None = None,
    checked: bool = False,
) -> HttpResponse:
    game = table_or_404(table_now.event_slug, GameLabel(table_now.number, table_now.group))
    history = stanza_history(game=game, number=number)
    if typed is None and history is None:
        raise Http404(_("That stanza is not due, and no stanza with that number was reported."))
    stands = refusal.facts if refusal is not None and refusal.code == "stanza-reported" else None
    context = {
        **_context(table_now),
        "game": game,
        "stanza": number,
        "form": typed,
        "history": history,
        "refusal": refusal,
        "stands": stands,
        "checked": checked or (typed is not None and typed.bids_made),
        "kinds": KINDS,
        "made_or_failed": [("yes", pgettext("bid", "made")), ("no", _("failed"))],
        "may": table_now.acts.correct if history else table_now.acts.report,
        "key": str(uuid.uuid4()),
        "found_then": history.versions[-1].findings if history else [],
    }
    return render(
        request, "tournaments/tables/stanza.html", context, status=refusal.status if refusal else 200
    )


def _form(table_now: Table, number: int) -> Typed | None:
    """The next stanza to fill in, or one that stands to correct; None for any other number."""
    key = str(uuid.uuid4())
    if table_now.due is not None and table_now.due.number == number:
        return empty_form(table_now.due, table_now.names, key)
    if 1 <= number <= len(table_now.stanzas):
        standing = table_now.stanzas[number - 1]
        return form_of(standing.stanza, table_now.names, number, standing.version, key)
    return None


def _order(table_now: Table, number: int) -> tuple[str, ...]:
    """Who bids in a stanza, in any clockwise order."""
    if number <= len(table_now.stanzas):
        return tuple(player for player, _ in table_now.stanzas[number - 1].stanza["bids"])
    return table_now.due.order if table_now.due else tuple(seat.player for seat in table_now.seated)


def _body(typed: Typed) -> dict[str, object]:
    require_filled_in(typed)
    try:
        return typed.body()
    except (ValueError, RecursionError) as wrong:
        raise Refusal(
            code="stanza-malformed",
            sentence=_("What you entered as a whole is not valid JSON."),
            rule=_("I/Scoring: of every stanza each player's bid is reported, and whether they made it."),
            remedy=_("Correct it: %(why)s.")
            % {"why": getattr(wrong, "msg", _("it is nested too deep, or a number is too long"))},
            status=422,
        ) from None


def _asked(post: dict[str, str]) -> Asked:
    """What a form of the page asks."""
    kind, value = post.get("kind", ""), post.get("value", "").strip()
    whole = kind != "until" and value.isascii() and value.isdigit()
    return replace(
        TABLE_COMMANDS.typed(post),
        cards={name.removeprefix(CARD): card for name, card in post.items() if name.startswith(CARD)},
        planned={kind: int(value) if whole and len(value) < 7 else value} if kind else {},
    )


def _context(table_now: Table) -> dict[str, object]:
    return {
        "table": table_now,
        "label": f"{table_now.number}{table_now.group}",
        "open_errors": sum(finding["blocks"] for finding in table_now.findings),
        "names": table_now.names,
        "ends": ends_words(table_now.planned),
        "ways_to_end": ENDS,
        "goes_on_after_all": _goes_on_after_all(table_now),
        "section": "calendar",
        "columns": _columns(table_now),
        "sizes": range(2, max(3, table_now.wishing // 3 + 1)),
    }


def _goes_on_after_all(table_now: Table) -> bool:
    """Whether the asker may let a game go on that was closed too early, or ask for it."""
    reported = table_now.state == Game.State.REPORTED and bool(table_now.stanzas)
    return table_now.acts.reopen or (table_now.acts.correct and reported)


def _pad(game: Game, person: Person | None, table_now: Table) -> dict[str, object]:
    """The ways from the table to its pad, its votes and the floor, and for those who give it out its link."""
    link = link_to_give(game=game, asker=person)
    return {
        "has_floor": may_run_event(person, today(), game.event),
        "may_open": table_now.acts.keep or table_now.acts.correct,
        "may_link": game.state in OPENS and person is not None and may_link_table(person, today(), game),
        "link": link,
        "address": pad_address(link.secret) if link and link.secret else "",
    }


def _columns(table_now: Table) -> tuple[str, ...]:
    """Everybody who played in this game, those seated first."""
    seated = [seat.player for seat in table_now.seated]
    played = {player: None for stanza in table_now.stanzas for player in stanza.scores}
    return tuple(dict.fromkeys([*seated, *played]))


def _table(game: Game, person: Person | None) -> Table:
    table_now = table_of_game(game=game, asker=person)
    if table_now is None:
        raise Http404(_("There is no such game."))
    return table_now
