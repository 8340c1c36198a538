"""What of tournaments waits for somebody: calls from tables, applications, games that nobody may rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.urls import reverse
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.waiting.registry import WaitingLine, WaitingPerson, WaitingQuery, Waits, thing_named
from sanctioning.offices.permissions import is_executor
from sanctioning.sanctions.permissions import may_decide_sanction
from sanctioning.templatetags.saas import game_url, when, when_zoned
from tournaments.calls.models import Call
from tournaments.calls.selectors import call_line, open_calls_of
from tournaments.entries.models.entry import Entry
from tournaments.entries.selectors.entries import places_offered
from tournaments.events.addresses import game_path
from tournaments.events.models.announcement import Announcement
from tournaments.events.models.event import Event
from tournaments.events.selectors.announcements import announcements_for
from tournaments.events.selectors.events import (
    applications_of_clubs,
    applications_to_decide_on,
    with_clubs,
    without_executor_today,
)
from tournaments.executors.selectors.proposals import games_to_rule, troubled_among
from tournaments.games.models import GamePlayer
from tournaments.justice.under_way import VOTES, under_way
from tournaments.justice.votes.models import Vote
from tournaments.justice.votes.selectors.votes import (
    WaitingVote,
    open_votes_unanswered_by,
    votes_ruled_by,
    waiting_vote,
)
from tournaments.rounds.selectors.seating import OwnTable, own_tables, seats_now
from tournaments.tables.selectors.named_scorekeepers import players_at_drawn_tables, without_scorekeeper
from tournaments.teams.models.invitation import InvitedPlayer
from tournaments.teams.selectors.invitations import asked, invitations_to_answer


def waits_of_tournaments(holder: WaitingPerson) -> Iterable[Waits | WaitingQuery]:
    yield WaitingQuery(seats_now(holder.own), _own_tables)
    yield WaitingQuery(announcements_for(holder.own, moment(None)), _announced)
    yield WaitingQuery(places_offered(holder.own), _places_offered)
    votes = VOTES in under_way()
    rules = is_executor(holder.person, holder.day)
    if votes:
        yield WaitingQuery(open_votes_unanswered_by(holder.person), _votes_to_answer)
    yield WaitingQuery(invitations_to_answer(holder.own, moment(None)), _teams_that_ask)
    if rules:
        yield WaitingQuery(open_calls_of(holder.person), _calls)
        yield WaitingQuery(players_at_drawn_tables(holder.person), _without_scorekeeper)
    if rules and votes:
        yield WaitingQuery(votes_ruled_by(holder.person), _votes_to_hold)
    if may_decide_sanction(holder.person, holder.day):
        yield WaitingQuery(applications_to_decide_on(), _applications_to_decide_on)
        yield WaitingQuery(without_executor_today(), _events_of_today)
        yield from _games_to_rule()


def waits_of_applications(holder: WaitingPerson) -> Iterable[WaitingQuery]:
    """What the clubs of the person have to send in, and to answer."""
    if holder.clubs:
        yield WaitingQuery(applications_of_clubs(holder.clubs), _of_clubs)


def _own_tables(rows: list[GamePlayer]) -> Iterable[Waits]:
    tables = own_tables(rows)
    yield Waits(
        kind="seats",
        rank=0,
        title=ngettext("Your table", "Your tables", len(tables)),
        lines=tuple(WaitingLine(name=_where(table), path=table.path) for table in tables),
    )


def _where(table: OwnTable) -> str:
    words = {
        "event": table.event_name,
        "table": table.table,
        "seat": table.seat,
        "round": table.round_label,
        "when": when(table.starts_at, table.time_zone),
    }
    if table.seat is None:
        return _("Table %(table)s: %(event)s, %(round)s, %(when)s") % words
    return _("Table %(table)s, seat %(seat)s: %(event)s, %(round)s, %(when)s") % words


def _announced(rows: list[Announcement]) -> Iterable[Waits]:
    yield Waits(
        kind="announcements",
        rank=0,
        title=ngettext(
            "Announced at your event",
            "Announced at your events",
            len({announcement.event_id for announcement in rows}),
        ),
        lines=tuple(
            WaitingLine(
                name=announcement.event.name,
                path=reverse("announcements", args=[announcement.event.slug]),
                since=day_of(announcement.at),
                said=announcement.text,
            )
            for announcement in rows
        ),
    )


def _places_offered(rows: list[Entry]) -> Iterable[Waits]:
    yield Waits(
        kind="offered-places",
        rank=0,
        title=ngettext("%(n)d place that is free for you", "%(n)d places that are free for you", len(rows))
        % {"n": len(rows)},
        lines=tuple(map(_offered, rows)),
    )


def _offered(entry: Entry) -> WaitingLine:
    until = entry.offered_until
    assert until is not None, "only those are asked for"
    words = {"when": when_zoned(until, entry.event.time_zone), "left": timeuntil(until, depth=1)}
    return WaitingLine(
        name=entry.event.name,
        path=reverse("own-entry", args=[entry.event.slug]),
        about=thing_named(entry),
        until=day_of(until),
        said=_("answer by %(when)s: %(left)s left") % words,
    )


def _calls(rows: list[Call]) -> Iterable[Waits]:
    calls = tuple(map(call_line, rows))
    yield Waits(
        kind="calls",
        rank=0,
        title=ngettext("%(n)d call from a table", "%(n)d calls from tables", len(calls)) % {"n": len(calls)},
        lines=tuple(
            WaitingLine(
                name=f"{call.event_name}, {call.place}",
                path=game_url(call.event_slug, call.game_number, call.game_group, "calls"),
                since=day_of(call.made_at),
                said=f"{when(call.made_at, call.time_zone)}: {call.what}",
            )
            for call in calls
        ),
    )


def _without_scorekeeper(rows: list[GamePlayer]) -> Iterable[Waits]:
    games = without_scorekeeper(rows)
    yield Waits(
        kind="scorekeepers",
        rank=1,
        title=ngettext(
            "%(n)d table that nobody keeps the score of",
            "%(n)d tables that nobody keeps the score of",
            len(games),
        )
        % {"n": len(games)},
        lines=tuple(
            WaitingLine(
                name=f"{game.event.name}, {game.place}",
                path=game_path(game, "table") + "#rule",
                said=_("Name somebody who sits there."),
            )
            for game in games
        ),
    )


def _votes_to_answer(rows: list[Vote]) -> Iterable[Waits]:
    votes = tuple(map(waiting_vote, rows))
    title = ngettext("%(n)d vote to answer", "%(n)d votes to answer", len(votes)) % {"n": len(votes)}
    yield Waits(kind="votes", rank=1, title=title, lines=_votes(votes))


def _teams_that_ask(rows: list[InvitedPlayer]) -> Iterable[Waits]:
    invitations = tuple(map(asked, rows))
    title = ngettext("%(n)d invitation to a team", "%(n)d invitations to teams", len(invitations))
    yield Waits(
        kind="team-invitations",
        rank=110,
        title=title % {"n": len(invitations)},
        lines=tuple(
            WaitingLine(
                name=f"{invitation.team}, {invitation.event_name}",
                path=reverse("team-entry", args=[invitation.event_slug]),
                since=invitation.since,
                until=invitation.until,
                said=_("%(player)s invites you.") % {"player": invitation.by},
            )
            for invitation in invitations
        ),
    )


def _votes_to_hold(rows: list[Vote]) -> Iterable[Waits]:
    votes = tuple(map(waiting_vote, rows))
    title = ngettext("%(n)d vote to hold", "%(n)d votes to hold", len(votes)) % {"n": len(votes)}
    yield Waits(kind="votes-to-hold", rank=2, title=title, lines=_votes(votes))


def _votes(votes: Iterable[WaitingVote]) -> tuple[WaitingLine, ...]:
    return tuple(
        WaitingLine(
            name=f"{vote.event_name}, {vote.place}",
            path=game_url(vote.event_slug, vote.game_number, vote.game_group, "vote", vote=vote.number),
            since=day_of(vote.since),
            said=f"{vote.what} ({vote.state_words})",
        )
        for vote in votes
    )


def _applications_to_decide_on(applied: list[Event]) -> Iterable[Waits]:
    yield Waits(
        kind="applications",
        rank=20,
        title=ngettext("%(n)d application to decide on", "%(n)d applications to decide on", len(applied))
        % {"n": len(applied)},
        path=f"{reverse('authority')}#applications",
        lines=_applications(applied),
    )


def _events_of_today(events: list[Event]) -> Iterable[Waits]:
    yield Waits(
        kind="unruled-today",
        rank=10,
        title=ngettext(
            "%(n)d event of today without an Acting Executor",
            "%(n)d events of today without an Acting Executor",
            len(events),
        )
        % {"n": len(events)},
        lines=tuple(
            WaitingLine(
                name=event.name,
                path=reverse("event-executors", args=[event.slug]),
                until=event.first_day,
                about=thing_named(event),
            )
            for event in events
        ),
    )


def _games_to_rule() -> Iterable[Waits]:
    desk = reverse("authority")
    games = games_to_rule()
    unruled = games.unruled
    yield Waits(
        kind="unruled",
        rank=30,
        title=ngettext(
            "%(n)d game without an Acting Executor", "%(n)d games without an Acting Executor", len(unruled)
        )
        % {"n": len(unruled)},
        path=f"{desk}#unruled",
        lines=tuple(
            WaitingLine(
                name=f"{game.event.name}, {game.label}",
                path=reverse("event-executors", args=[game.event.slug]),
                until=game.event.local_day(game.starts_at),
            )
            for game in unruled
        ),
    )
    troubled = troubled_among(games.ruled)
    yield Waits(
        kind="troubled",
        rank=40,
        title=ngettext(
            "%(n)d game whose Acting Executor has a conflict of interest",
            "%(n)d games whose Acting Executors have a conflict of interest",
            len(troubled),
        )
        % {"n": len(troubled)},
        path=f"{desk}#troubled",
        lines=tuple(
            WaitingLine(
                name=f"{game.event_name}, {game.place}",
                path=game_url(game.event_slug, game.game_number, game.game_group),
                until=game.day,
                said=" ".join(game.why),
            )
            for game in troubled
        ),
    )


def _of_clubs(events: list[Event]) -> Iterable[Waits]:
    turns = with_clubs(events)
    yield Waits(
        kind="drafts",
        rank=130,
        title=ngettext("%(n)d application to send in", "%(n)d applications to send in", len(turns.drafts))
        % {"n": len(turns.drafts)},
        lines=_applications(turns.drafts),
    )
    yield Waits(
        kind="answers",
        rank=140,
        title=ngettext(
            "%(n)d question to answer about an event",
            "%(n)d questions to answer about events",
            len(turns.questions),
        )
        % {"n": len(turns.questions)},
        lines=_applications(turns.questions),
    )


def _applications(events: Sequence[Event]) -> tuple[WaitingLine, ...]:
    return tuple(
        WaitingLine(
            name=event.name,
            path=reverse("application", args=[event.slug]),
            since=day_of(event.sanction.applied_at) if event.sanction else None,
            until=event.sanction.turn_until if event.sanction else None,
            club=event.club.slug,
            about=thing_named(event.sanction) if event.sanction else "",
        )
        for event in events
    )
