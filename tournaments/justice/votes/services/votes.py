"""Demanding and opening a vote.

Invariants: any player who sits at the table demands; the Acting Executor opens what nothing stands against,
without discretion, and refuses by a ruling what the law forbids; a motion is put once on a violation, an
adjusted score once for each player injured; the roll is fixed at the moment of the opening from who sits
there; every threshold is `rules_engine.justice.votes`.
Rule section: III; W-102 to W-113, readings 47 to 58.
Terms: obstacles, roll (as in `rules_engine.justice.motions`), penalised by (the rule that already penalises a
chaotic act, which the Acting Executor names).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from rules_engine.justice import motions, votes
from rules_engine.justice.votes import Motion
from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.permissions import rules_game
from tournaments.formats.record_check import simple_majority_of
from tournaments.games.models import Game, GamePlayer
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.services.rulings import keep_ruling
from tournaments.justice.votes.models import Violation, Vote, Voter
from tournaments.justice.votes.motions import law_table, moved, read_terms
from tournaments.justice.votes.notifications import tell_of_demand, tell_of_opening
from tournaments.justice.votes.services.current_players import RULE, VotersTable, locked_table
from tournaments.justice.votes.words import obstacle_words

State = Vote.State
FINISHED: Final = (Game.State.CERTIFIED, Game.State.VOID)
SECTIONS: Final[Mapping[str, str]] = {
    Motion.FIND_INTENTIONAL_REVOKE: "III/Intentional Revoke",
    Motion.FIND_CHAOTIC_ACTION: "III/Chaotic Action",
}
NOTHING: Final[Mapping[str, Any]] = {}


@looks_again
def demand_vote(
    *,
    by: Person,
    violation: Violation,
    motion: str,
    terms: Mapping[str, Any] = NOTHING,
    for_player: str = "",
    key: str = "",
    at: dt.datetime | None = None,
) -> Vote:
    """Move something about a violation; the Acting Executor is told that he has to open it or refuse by rule.

    `terms` is what the motion asks: points, fails_bid, injured, scope, last_day, letter.

    Raises:
        Refusal: `demanded-already`, `final-sheet-confirmed`, `motion-unknown`, `not-allowed`,
            `player-not-in-game`, `terms-unreadable`.
    """
    at = moment(at)
    table = locked_table(violation.game)
    violation = Violation.objects.get(pk=violation.pk)
    speaker = table.speaker(by, for_player, at, what=_("demand a vote at this table"))
    before = Vote.objects.filter(key=key, violation=violation).first() if key else None
    if before is not None:
        return before
    if table.game.state in FINISHED:
        raise _refused("final-sheet-confirmed", _("A certified result changes only by an appeal."))
    moves = _motion(motion)
    read = read_terms(moves, terms, table, violation, at)
    _require_not_put(violation, moves, read.injured)
    vote = Vote.objects.create(
        violation=violation,
        motion=moves,
        terms=read.body,
        injured=read.injured,
        demanded_by=speaker,
        demanded_at=at,
        key=key,
    )
    after = {"motion": motion, "terms": read.body, "for": speaker.record_id}
    entry = note(by=by, at=at, action="demand vote", thing=vote, after=after)
    tell_of_demand(by=by, at=at, vote=vote, game=table.game, entry=entry)
    return vote


@looks_again
def open_vote(
    *, by: Person, vote: Vote, secret: bool = False, penalised_by: str = "", at: dt.datetime | None = None
) -> Vote:
    """Open a vote that was demanded, its roll being fixed now; or refuse it, by the rules that forbid it.

    `penalised_by` is the rule that already penalises a chaotic act, if one does. Opened or refused, a ruling
    is kept; asked again, the vote is given as it stands.

    Raises:
        Refusal: `not-allowed`, `vote-is-open` and what `keep_ruling` raises.
    """
    at = moment(at)
    table = locked_table(vote.violation.game)
    vote = locked_vote(vote, table)
    require_rules(by, at, table, _("open or refuse a vote"))
    if vote.state != State.DEMANDED:
        return vote
    motion = Motion(vote.motion)
    _require_open_where_it_must(motion, secret)
    named = penalised_by.strip() if motion is Motion.FIND_CHAOTIC_ACTION else ""
    put = moved(vote, table=table, penalised=bool(named))
    stand = motions.obstacles(put, law_table(table))
    reasons = " ".join(obstacle.reason for obstacle in stand)
    if named:
        reasons = f"{reasons} ({named})"
        Violation.objects.filter(pk=vote.violation_id).update(penalised_by=named[:80])
    vote.ruling = _rule(by, at, table, vote, section=stand[0].rule if stand else "", reasons=reasons)
    if stand:
        vote.state, vote.reason = State.REFUSED, reasons
        vote.save(update_fields=["state", "reason", "ruling"])
        facts = {"state": vote.state, "obstacles": [obstacle.code for obstacle in stand]}
        note(by=by, at=at, action="refuse vote", thing=vote, why=reasons, after=facts)
        return vote
    roll = motions.roll(motion, table.current, put.offenders)
    vote.state, vote.opened_at, vote.secret = State.OPEN, at, secret
    vote.opened_after = table.played
    vote.seated, vote.electorate = len(table.current), len(roll)
    vote.needed = None if majority_of(table.game, motion) == "cast" else votes.needed(motion, len(roll))
    vote.save(
        update_fields=[
            *("state", "opened_at", "opened_after", "secret", "seated", "electorate", "needed", "ruling")
        ]
    )
    Voter.objects.bulk_create(
        Voter(vote=vote, player=table.players[record_id], place=place)
        for place, record_id in enumerate(roll, 1)
    )
    after = {"state": vote.state, "roll": list(roll), "secret": secret, "needed": vote.needed}
    entry = note(by=by, at=at, action="open vote", thing=vote, after=after)
    tell_of_opening(
        by=by, at=at, vote=vote, voters=[table.players[record_id] for record_id in roll], entry=entry
    )
    return vote


def majority_of(game: Game, motion: Motion) -> votes.MajorityOf:
    """The base of a simple majority by the Articles of the event; any other threshold is of the entitled."""
    return simple_majority_of(game.event) if motion is Motion.TYPE_2_POINTS else "entitled"


def require_no_vote_pending(game: Game) -> None:
    """Refuse to end a game whose players still wait for a vote: nobody confirms a vote against him away."""
    waiting = Vote.objects.filter(violation__game=game, state__in=(State.DEMANDED, State.OPEN)).first()
    if waiting is not None:
        raise Refusal(
            code="vote-pending",
            sentence=_("There is already a vote at this table (%(state)s), and its result is not known yet.")
            % {"state": waiting.get_state_display()},
            rule=RULE,
            remedy=_("Ask the Acting Executor to open or refuse it, and to close it when all have answered."),
            facts={"vote": waiting.pk},
        )


def locked_vote(vote: Vote, table: VotersTable) -> Vote:
    """The vote under its row's lock, after those of its table."""
    rows = Vote.objects.select_for_update(of=("self",), no_key=True)
    related = rows.select_related("violation", "demanded_by__person", "injured__person", "ruling")
    locked = related.prefetch_related("violation__offenders__player__person").get(pk=vote.pk)
    locked.violation.game = table.game
    return locked


def require_rules(by: Person, at: dt.datetime, table: VotersTable, what: str) -> None:
    require(
        rules_game(by, day_of(at), table.game), what=what, who=_("the Acting Executor of the game"), rule=RULE
    )


def _rule(
    by: Person, at: dt.datetime, table: VotersTable, vote: Vote, *, section: str, reasons: str
) -> Ruling:
    """The ruling that the vote is lawful, or that it is not."""
    violation = vote.violation
    offenders = [offender.player for offender in violation.offenders.all()]
    return keep_ruling(
        by=by,
        game=table.game,
        kind=Ruling.Kind.VOTE,
        section=section or SECTIONS.get(vote.motion, RULE),
        what=_("%(player)s demanded a vote (%(motion)s): %(act)s")
        % {
            "player": vote.demanded_by.person.name,
            "motion": vote.get_motion_display(),
            "act": violation.act,
        },
        reason=_("The vote is refused. %(reasons)s") % {"reasons": reasons}
        if reasons
        else _("Nothing prevents it: a vote is held."),
        at=at,
        stanza=violation.stanza,
        concerned=list({person.pk: person for person in (vote.demanded_by, *offenders)}.values()),
        facts={"vote": vote.pk, "motion": vote.motion, "terms": vote.terms},
        outcome={"held": not reasons},
    )


def _motion(motion: str) -> Motion:
    if motion in Vote.Motion.values:
        return Motion(motion)
    raise Refusal(
        code="motion-unknown",
        sentence=_("A vote is on one of the motions in the rules."),
        rule=RULE,
        remedy=_("Choose one from the list."),
        status=422,
        facts={"motions": list(Vote.Motion.values)},
    )


def _require_not_put(violation: Violation, motion: Motion, injured: GamePlayer | None) -> None:
    put = violation.votes.filter(motion=motion, injured=injured).exclude(state=State.REFUSED).first()
    if put is None:
        return
    if put.state == State.DEMANDED:
        raise Refusal(
            code="demanded-already",
            sentence=_("This vote has already been demanded."),
            rule=RULE,
            remedy=_(
                "Wait until the Acting Executor opens it. They have to open it, or refuse it under a rule."
            ),
            facts={"vote": put.pk},
        )
    code = "open-already" if put.state == State.OPEN else "decided-already"
    raise _refused(code, _("Look at the vote as it is now."), vote=put.pk)


def _require_open_where_it_must(motion: Motion, secret: bool) -> None:
    if secret and motion not in votes.BARS:
        raise Refusal(
            code="vote-is-open",
            sentence=_("This vote is open: the record names who said aye."),
            rule=SECTIONS.get(motion, RULE),
            remedy=_("Only the two bars can be voted on in secret. Open this one as a roll call."),
            status=422,
        )


def _refused(code: str, remedy: str, **facts: Any) -> Refusal:
    return Refusal(
        code=code,
        sentence=obstacle_words(code),
        rule=motions.OBSTACLES[code][0],
        remedy=remedy,
        facts=facts,
    )
