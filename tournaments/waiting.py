"""What of tournaments waits for somebody: calls from tables, applications, games that nobody may rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.waiting.registry import Holder, Line, Waits
from sanctioning.offices.permissions import is_executor, may_decide_sanction
from sanctioning.templatetags.saas import game_url
from tournaments.calls.selectors import open_calls_for
from tournaments.events.models.event import Event
from tournaments.events.selectors.events import waiting_for_authority, waiting_for_clubs
from tournaments.executors.selectors.proposals import games_to_rule, troubled_among
from tournaments.justice.under_way import VOTES, under_way
from tournaments.justice.votes.selectors import WaitingVote, votes_to_answer, votes_to_hold
from tournaments.teams.selectors.invitations import asked_of


def waits_of_tournaments(holder: Holder) -> Iterable[Waits]:
    votes = VOTES in under_way()
    if votes:
        yield _votes_to_answer(holder)
    yield _teams_that_ask(holder)
    if holder.offices and is_executor(holder.person, holder.day):
        yield _calls(holder)
        if votes:
            yield _votes_to_hold(holder)
    if holder.offices and may_decide_sanction(holder.person, holder.day):
        yield from _of_the_authority()
    if holder.clubs:
        yield from _of_clubs(holder)


def _calls(holder: Holder) -> Waits:
    calls = open_calls_for(person=holder.person)
    return Waits(
        kind="calls",
        rank=0,
        title=ngettext("%(n)d table that calls you", "%(n)d calls from tables", len(calls))
        % {"n": len(calls)},
        lines=tuple(
            Line(
                name=f"{call.event_name}, {call.game_label}",
                path=game_url(call.event_slug, call.game_number, call.game_group, "calls"),
                since=day_of(call.made_at),
                said=call.what,
            )
            for call in calls
        ),
    )


def _votes_to_answer(holder: Holder) -> Waits:
    votes = votes_to_answer(person=holder.person)
    title = ngettext("%(n)d vote to answer", "%(n)d votes to answer", len(votes)) % {"n": len(votes)}
    return Waits(kind="votes", rank=1, title=title, lines=_votes(votes))


def _teams_that_ask(holder: Holder) -> Waits:
    invitations = asked_of(holder.own, moment(None))
    title = ngettext("%(n)d team that asks you to play", "%(n)d teams that ask you to play", len(invitations))
    return Waits(
        kind="team-invitations",
        rank=110,
        title=title % {"n": len(invitations)},
        lines=tuple(
            Line(
                name=f"{invitation.team}, {invitation.event_name}",
                path=reverse("team-entry", args=[invitation.event_slug]),
                since=invitation.since,
                until=invitation.until,
                said=_("%(player)s asks you.") % {"player": invitation.by},
            )
            for invitation in invitations
        ),
    )


def _votes_to_hold(holder: Holder) -> Waits:
    votes = votes_to_hold(person=holder.person)
    title = ngettext("%(n)d vote to hold", "%(n)d votes to hold", len(votes)) % {"n": len(votes)}
    return Waits(kind="votes-to-hold", rank=2, title=title, lines=_votes(votes))


def _votes(votes: Iterable[WaitingVote]) -> tuple[Line, ...]:
    return tuple(
        Line(
            name=f"{vote.event_name}, {vote.game_label}",
            path=game_url(vote.event_slug, vote.game_number, vote.game_group, "vote", vote=vote.number),
            since=day_of(vote.since),
            said=f"{vote.what} ({vote.state_words})",
        )
        for vote in votes
    )


def _of_the_authority() -> Iterable[Waits]:
    desk = reverse("authority")
    applied = waiting_for_authority().events
    yield Waits(
        kind="applications",
        rank=20,
        title=ngettext("%(n)d application to decide on", "%(n)d applications to decide on", len(applied))
        % {"n": len(applied)},
        path=f"{desk}#applications",
        lines=_applications(applied),
    )
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
            Line(
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
            "%(n)d game whose Acting Executor had better not rule it",
            "%(n)d games whose Acting Executors had better not rule them",
            len(troubled),
        )
        % {"n": len(troubled)},
        path=f"{desk}#troubled",
        lines=tuple(
            Line(
                name=f"{game.event_name}, {game.label}",
                path=game_url(game.event_slug, game.game_number, game.game_group),
                until=game.day,
                said=" ".join(game.why),
            )
            for game in troubled
        ),
    )


def _of_clubs(holder: Holder) -> Iterable[Waits]:
    turns = waiting_for_clubs(holder.clubs)
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


def _applications(events: Sequence[Event]) -> tuple[Line, ...]:
    return tuple(
        Line(
            name=event.name,
            path=reverse("application", args=[event.slug]),
            since=day_of(event.sanction.applied_at) if event.sanction else None,
            until=event.sanction.turn_until if event.sanction else None,
            club=event.club.slug,
        )
        for event in events
    )
