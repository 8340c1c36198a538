"""What a motion asks, read from what was sent, and held against the law.

Invariant: what cannot be read is refused when it is demanded; what the law forbids is read, and refused by
the ruling of the Acting Executor with the reasons of `rules_engine.justice.motions`.
Rule section: III (penalties); W-109 to W-113, readings 55 to 58.
Terms: scope (what a bar names: the rest of the game, events, games, or a class of games, which has a last
day: those of a club or of a level), associated (playoffs of the same series, under the sanction of the game).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from rules_engine.justice import bar_reach as reach
from rules_engine.justice import motions
from rules_engine.justice import voted_bars as bars
from rules_engine.justice.votes import BARS, Motion
from sanctioning.clubs.models import Club
from sanctioning.kit.clock import day_of
from sanctioning.kit.refusals import Refusal
from sanctioning.law.models.levels import Level
from tournaments.events.models.event import Event
from tournaments.games.models import Game, GamePlayer
from tournaments.justice.votes.models import Violation, Vote
from tournaments.justice.votes.services.current_players import RULE, VotersTable

Kind = Violation.Kind
FINDS: Final = {
    Motion.FIND_INTENTIONAL_REVOKE: Kind.INTENTIONAL_REVOKE,
    Motion.FIND_CHAOTIC_ACTION: Kind.CHAOTIC_ACTION,
}
REST: Final = "rest-of-game"
CLASSES: Final = ("club", "level")
SCOPES: Final = (REST, "event", "game", *CLASSES)
MOST_POINTS: Final = 99


class Terms(NamedTuple):
    """As they are kept: `body` in JSON, and whom an adjusted score goes to."""

    body: dict[str, object]
    injured: GamePlayer | None = None


def read_terms(
    motion: Motion, sent: Mapping[str, Any], table: VotersTable, violation: Violation, at: dt.datetime
) -> Terms:
    """The terms of a motion; refuses a motion of another violation, and terms that say nothing.

    Raises:
        Refusal: `player-not-in-game`, `terms-unreadable`.
    """
    if motion in FINDS:
        if FINDS[motion] != violation.kind:
            raise _unreadable("motion", _("This motion does not fit the violation that was charged."))
        return Terms({})
    if motion is Motion.TYPE_2_POINTS:
        return Terms({"points": _points(sent), "fails_bid": _flag(sent, "fails_bid")})
    if motion is Motion.TYPE_2_ADJUSTED_SCORE:
        return Terms({"points": _points(sent)}, table.player(str(sent.get("injured", ""))))
    letter = {"letter": True} if _flag(sent, "letter") else {}
    scope = [_scope_item(item) for item in _list(sent.get("scope", []))]
    last_day = _last_day(sent.get("last_day"), scope, at)
    ends = {"last_day": last_day.isoformat()} if last_day else {}
    return Terms({"scope": scope, **ends, **letter})


def moved(vote: Vote, *, table: VotersTable, penalised: bool = False) -> motions.Moved:
    """The motion as the law reads it."""
    violation, terms = vote.violation, vote.terms
    game = table.game
    return motions.Moved(
        motion=Motion(vote.motion),
        by=vote.demanded_by.record_id,
        offenders=frozenset(offender.player.record_id for offender in violation.offenders.all()),
        found=violation.found_at is not None,
        penalised=penalised,
        points=terms.get("points", 0),
        fails_bid=terms.get("fails_bid", False),
        injured=vote.injured.record_id if vote.injured else "",
        scope=tuple(_named(item, game) for item in terms.get("scope", [])),
        sanction=_sanction_of(game.event),
        letter=terms.get("letter", False),
    )


def law_table(table: VotersTable) -> motions.VotingTable:
    return motions.VotingTable(
        current=table.current,
        played=tuple(table.players),
        sanctioned=table.sanctioned,
        final_sheet_confirmed=table.is_over,
    )


def reach_of(vote: Vote, game: Game) -> list[reach.Target]:
    """What a carried bar keeps an offender from."""
    assert Motion(vote.motion) in BARS
    return [
        reach.Target(reach.REST_OF_GAME, game_id(game))
        if item["kind"] == REST
        else reach.Target(item["kind"], item["id"])
        for item in vote.terms["scope"]
    ]


def game_id(game: Game) -> str:
    """As bars name a game."""
    return f"{game.event.slug}/{game.number}{game.group}"


def _named(item: Mapping[str, str], game: Game) -> bars.VotedTarget:
    """One item of the scope: of which kind it is by its level, and under which sanction it is played."""
    kind, name = item["kind"], item.get("id", "")
    if kind == REST:
        return bars.VotedTarget("rest-of-game", game_id(game), _sanction_of(game.event))
    if kind == "club":
        return bars.VotedTarget("game", name, None)
    if kind == "level":
        return bars.VotedTarget(_kind_of(Level.objects.get(slug=name)), name, None)
    event = _event_named(name)
    level = event.sanction.level if event.sanction else None
    return bars.VotedTarget(_kind_of(level), name, _associated(event, game.event))


def _kind_of(level: Level | None) -> bars.Kind:
    if level is not None and level.special_event:
        return "special-event"
    return "playoff" if level is not None and level.playoff else "game"


def _associated(event: Event, own: Event) -> str:
    """The sanction that an event belongs to: a playoff, to those under which its series was played."""
    in_series = event.series_id is not None and event.series_id == own.series_id
    return _sanction_of(own if in_series else event)


def _sanction_of(event: Event) -> str:
    return event.sanction.label if event.sanction else ""


def _event_named(name: str) -> Event:
    return Event.objects.select_related("sanction__level").get(slug=name.partition("/")[0])


def _scope_item(sent: Any) -> dict[str, str]:
    kind = str(sent.get("kind", "")) if isinstance(sent, Mapping) else ""
    name = str(sent.get("id", "")).strip() if isinstance(sent, Mapping) else ""
    if kind == REST:
        return {"kind": REST}
    if kind not in SCOPES:
        raise _unreadable("scope", _("The bar does not say from what."))
    slug, _slash, number = name.partition("/")
    known = {
        "event": Event.objects.filter(slug=name),
        "game": Event.objects.filter(slug=slug if number else ""),
        "club": Club.objects.filter(slug=name),
        "level": Level.objects.filter(slug=name),
    }
    if not known[kind].exists():
        raise _unreadable("scope", _("There is nothing named “%(name)s” to bar from.") % {"name": name})
    return {"kind": kind, "id": name}


def _last_day(sent: Any, scope: Sequence[Mapping[str, str]], at: dt.datetime) -> dt.date | None:
    """A bar from what it names needs no end; one from a class of games does (reading 57)."""
    if not sent:
        if any(item["kind"] in CLASSES for item in scope):
            raise _unreadable("last_day", _("A bar from all games of a club or a level has a last day."))
        return None
    try:
        last = dt.date.fromisoformat(str(sent))
    except ValueError:
        raise _unreadable("last_day", _("The last day of the bar cannot be read.")) from None
    if last < day_of(at):
        raise _unreadable("last_day", _("The bar would end before it begins."))
    return last


def _points(sent: Mapping[str, Any]) -> int:
    points = sent.get("points")
    if isinstance(points, int) and not isinstance(points, bool) and 0 <= points <= MOST_POINTS:
        return points
    raise _unreadable("points", _("The motion does not say how many points."))


def _flag(sent: Mapping[str, Any], name: str) -> bool:
    return sent.get(name, False) is True


def _list(sent: Any) -> list[Any]:
    return list(sent) if isinstance(sent, list | tuple) else []


def _unreadable(field: str, sentence: str) -> Refusal:
    return Refusal(
        code="terms-unreadable",
        sentence=sentence,
        rule=RULE,
        remedy=_("Say what you propose, and send it again."),
        status=422,
        facts={"field": field},
    )
