"""Charges and votes of a game: its whole history, one vote as it stands, and those that wait for somebody.

Invariants: for who played in the game or its family, who rules there, the Managing Executor and the College;
what somebody answered in a secret vote is told to nobody, and its counts only when it is closed; a constant
number of queries, however many votes.
Rule section: III.
Terms: foreseen (what stands against a vote as things are now, before it is opened).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, cast

from django.db.models import Count, Prefetch, Q, QuerySet

from rules_engine.justice import motions
from rules_engine.justice.votes import Motion
from sanctioning.clubs.models import Club
from sanctioning.identity.names import telling_apart
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.clock import today
from sanctioning.law.models.levels import Level
from sanctioning.offices.permissions import terms_held
from sanctioning.people.models.person import Person
from tournaments.events.models.event import Event
from tournaments.events.permissions import plays_in, rules_game
from tournaments.games.game_families import event_at_hand, family_of
from tournaments.games.models import Game
from tournaments.hooks import LETTERS_OF_VOTE, MAY_DRAFT_LETTER, LetterOfVote
from tournaments.justice.votes.models import Offender, Violation, Vote, Voter
from tournaments.justice.votes.motions import FINDS, law_table, moved
from tournaments.justice.votes.permissions import may_see_matters
from tournaments.justice.votes.services.current_players import CONFIRMED, RULE, VotersTable
from tournaments.justice.votes.services.votes import FINISHED, SECTIONS
from tournaments.justice.votes.words import arithmetic, in_words, moved_words, needs_words

State = Vote.State
CLOSED = State.CLOSED


VoteOutcome = Literal["demanded", "refused", "open", "carried", "not carried"]


@dataclass(frozen=True, slots=True, kw_only=True)
class VoterLine:
    """`answer` and its words are empty without one, and in a secret vote; `entered` at a roll call."""

    player: str
    name: str
    answered: bool
    answer: str
    words: str
    entered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteLine:
    """`what` is the motion in words and `moves` what it asks, in sentences, with a `letter` or without;
    counts when it is closed.

    `outcome` is the state, of a closed vote "carried" or "not carried".
    """

    number: int
    violation: int
    motion: Annotated[str, Vote.Motion]
    what: str
    moves: tuple[str, ...]
    rule: str
    needs: str
    state: Annotated[str, Vote.State]
    outcome: VoteOutcome
    demanded_by: str
    demanded_at: dt.datetime
    secret: bool
    letter: bool
    opened_at: dt.datetime | None
    closed_at: dt.datetime | None
    electorate: int | None
    needed: int | None
    answered: int
    ayes: int | None
    noes: int | None
    abstained: int | None
    absent: int | None
    carried: bool | None
    sum: str
    reason: str
    roll: tuple[VoterLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ViolationLine:
    """`motions` are those that may still be put, with their words; what `fell` was found by a ruling that was
    replaced, or did not stand on appeal.
    """

    number: int
    kind: Annotated[str, Violation.Kind]
    what: str
    stanza: int
    act: str
    charged_by: str
    at: dt.datetime
    offenders: tuple[str, ...]
    found_at: dt.datetime | None
    fell: bool
    penalised_by: str
    votes: tuple[VoteLine, ...]
    motions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Matters:
    """All charges of a game, the latest first, and what whoever asks may do."""

    violations: tuple[ViolationLine, ...]
    may_charge: bool
    may_demand: bool
    may_rule: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VotePage:
    """One vote with its matter; `foreseen` stands against it while it is only demanded, `letters` are those
    that came of it and the asker may see."""

    vote: VoteLine
    violation: ViolationLine
    foreseen: tuple[str, ...]
    may_answer: bool
    may_rule: bool
    may_draft_letter: bool
    letters: tuple[LetterOfVote, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingVote:
    """A vote that waits for somebody, with its game."""

    number: int
    event_slug: str
    event_name: str
    game_number: int
    game_group: str
    place: str
    what: str
    state: str
    state_words: str
    since: dt.datetime


def matters_of(*, game: Game, asker: Person | None) -> Matters | None:
    """None for those whom the charges of this game do not concern."""
    day = today()
    if not may_see_matters(asker, day, game):
        return None
    violations = list(_violations(game).order_by("-pk"))
    names = names_in([vote for violation in violations for vote in violation.votes.all()])
    rules = rules_game(asker, day, game)
    at_table = rules or plays_in(asker, game)
    return Matters(
        violations=tuple(_violation_line(violation, names) for violation in violations),
        may_charge=at_table and game.state not in (*CONFIRMED, Game.State.VOID),
        may_demand=at_table and game.state not in FINISHED,
        may_rule=rules,
    )


def vote_page(*, vote: Vote, asker: Person | None) -> VotePage | None:
    """None for those whom it does not concern."""
    game, day = vote.violation.game, today()
    if not may_see_matters(asker, day, game):
        return None
    violation = vote.violation = _violations(game).get(pk=vote.violation_id)
    violation.game = game
    line = _violation_line(violation, names_in(violation.votes.all()))
    shown = next(vote_line for vote_line in line.votes if vote_line.number == vote.pk)
    lettered = asker if shown.carried and shown.letter else None
    return VotePage(
        vote=shown,
        violation=line,
        foreseen=_foreseen(vote, game) if shown.state == State.DEMANDED else (),
        may_answer=shown.state == State.OPEN and asker is not None and _unanswered(vote, asker),
        may_rule=rules_game(asker, day, game),
        may_draft_letter=lettered is not None and MAY_DRAFT_LETTER.only()(vote, lettered),
        letters=LETTERS_OF_VOTE.only()(vote, lettered) if lettered else (),
    )


def vote_stamp(vote: Vote) -> str:
    """Differs whenever the vote would look different. One query."""
    answered = vote.roll.filter(answered=True).count()
    return f"{vote.pk}-{vote.state}-{answered}"


def vote_numbered(*, game: Game, number: int) -> Vote | None:
    related = Vote.objects.select_related("violation", "demanded_by__person", "injured__person")
    vote = related.filter(violation__game=game, pk=number).first()
    if vote is not None:
        vote.violation.game = game
    return vote


def violation_numbered(*, game: Game, number: int) -> Violation | None:
    violation = Violation.objects.filter(game=game, pk=number).first()
    if violation is not None:
        violation.game = game
    return violation


def open_votes_unanswered_by(person: Person) -> QuerySet[Vote]:
    own = Voter.objects.filter(player__person__in=rows_of(person), answered=False)
    return _with_event(Vote.objects.filter(state=State.OPEN, pk__in=own.values("vote")))


def votes_ruled_by(person: Person) -> QuerySet[Vote]:
    terms = terms_held(person, today())
    ruled = Vote.objects.filter(violation__game__acting_executor__in=terms)
    return _with_event(ruled.filter(state__in=(State.DEMANDED, State.OPEN)))


def _with_event(votes: QuerySet[Vote]) -> QuerySet[Vote]:
    return votes.select_related("violation__game__event", "violation__game__round").order_by("pk")


def _violations(game: Game) -> QuerySet[Violation]:
    roll = Voter.objects.select_related("player__person").order_by("place")
    votes = Vote.objects.select_related("demanded_by__person", "injured__person").order_by("pk")
    votes = votes.annotate(answered=Count("roll", filter=Q(roll__answered=True)))
    return (
        Violation.objects.filter(game=game)
        .select_related("charged_by__person", "ruling__by__person", "step__decided_by")
        .prefetch_related(
            Prefetch("votes", queryset=votes),
            Prefetch("votes__roll", queryset=roll),
            Prefetch(
                "offenders",
                queryset=Offender.objects.select_related("player__person__merged_into").order_by("pk"),
            ),
        )
    )


def _violation_line(violation: Violation, names: Mapping[str, str]) -> ViolationLine:
    named = _named_in(violation)
    votes = tuple(_vote_line(vote, names, named) for vote in violation.votes.all())
    by = _said_by(violation)
    return ViolationLine(
        number=violation.pk,
        kind=violation.kind,
        what=violation.get_kind_display(),
        stanza=violation.stanza,
        act=violation.act,
        charged_by=by.name if by else "",
        at=violation.at,
        offenders=tuple(named(offender.player.person) for offender in violation.offenders.all()),
        found_at=violation.found_at,
        fell=violation.found_at is None and violation.charged_by is None,
        penalised_by=violation.penalised_by,
        votes=votes,
        motions=_motions(violation, votes),
    )


def _named_in(violation: Violation) -> Callable[[Person], str]:
    """How those whom a violation concerns are named: two of one name by their member numbers."""
    accused = [offender.player.person for offender in violation.offenders.all()]
    votes = violation.votes.all()
    voters = [voter.player.person for vote in votes for voter in vote.roll.all()]
    injured = [vote.injured.person for vote in votes if vote.injured]
    return telling_apart(lambda person: person.name, (*accused, *voters, *injured))


def _said_by(violation: Violation) -> Person | None:
    """Who charged it, or found it by a ruling or a decision."""
    if violation.charged_by is not None:
        return violation.charged_by.person
    if violation.ruling is not None:
        return violation.ruling.by.person
    return violation.step.decided_by if violation.step else None


def _motions(violation: Violation, votes: Iterable[VoteLine]) -> tuple[tuple[str, str], ...]:
    """Its finding while none was made, then the penalties; each once, an adjusted score for each injured."""
    put = {vote.motion for vote in votes if vote.state != State.REFUSED}
    put.discard(Motion.TYPE_2_ADJUSTED_SCORE)
    if violation.found_at is None:
        wanted = [motion for motion, kind in FINDS.items() if kind == violation.kind]
    else:
        wanted = [motion for motion in Motion if motion not in FINDS]
    return tuple((motion, str(Vote.Motion(motion).label)) for motion in wanted if motion not in put)


def _vote_line(vote: Vote, names: Mapping[str, str], named: Callable[[Person], str]) -> VoteLine:
    motion = Motion(vote.motion)
    answered: int = vote.answered  # type: ignore[attr-defined]
    injured = named(vote.injured.person) if vote.injured else ""
    return VoteLine(
        number=vote.pk,
        violation=vote.violation_id,
        motion=vote.motion,
        what=vote.get_motion_display(),
        moves=moved_words(motion, vote.terms, injured=injured, names=names),
        rule=SECTIONS.get(vote.motion, RULE),
        needs=needs_words(motion),
        state=vote.state,
        outcome=_outcome(vote),
        demanded_by=named(vote.demanded_by.person),
        demanded_at=vote.demanded_at,
        secret=vote.secret,
        letter=bool(vote.terms.get("letter")),
        opened_at=vote.opened_at,
        closed_at=vote.closed_at,
        electorate=vote.electorate,
        needed=vote.needed,
        answered=answered,
        ayes=vote.ayes,
        noes=vote.noes,
        abstained=vote.abstained,
        absent=vote.absent,
        carried=vote.carried,
        sum=_sum(vote, motion),
        reason=vote.reason if vote.state == State.REFUSED else "",
        roll=tuple(_voter_line(voter, named) for voter in vote.roll.all()),
    )


def _outcome(vote: Vote) -> VoteOutcome:
    if vote.state != CLOSED:
        return cast(VoteOutcome, vote.state)
    return "carried" if vote.carried else "not carried"


def _voter_line(voter: Voter, named: Callable[[Person], str]) -> VoterLine:
    return VoterLine(
        player=voter.player.record_id,
        name=named(voter.player.person),
        answered=voter.answered,
        answer=voter.answer,
        words=voter.get_answer_display() if voter.answer else "",
        entered=voter.entered_by_id is not None,
    )


def _sum(vote: Vote, motion: Motion) -> str:
    if vote.state != CLOSED:
        return ""
    assert vote.ayes is not None
    assert vote.noes is not None
    assert vote.needed is not None
    assert vote.electorate is not None
    of_cast = vote.ayes + vote.noes if "votes cast" in vote.reason else None
    return arithmetic(motion, ayes=vote.ayes, needed=vote.needed, electorate=vote.electorate, of_cast=of_cast)


def _foreseen(vote: Vote, game: Game) -> tuple[str, ...]:
    family = family_of(game, event=event_at_hand(game))
    table = VotersTable(family, family.games[game.pk])
    stand = motions.obstacles(moved(vote, table=table), law_table(table))
    return in_words(obstacle.code for obstacle in stand)


def _unanswered(vote: Vote, person: Person) -> bool:
    return vote.roll.filter(answered=False, player__person__in=rows_of(person)).exists()


def names_in(votes: Iterable[Vote]) -> dict[str, str]:
    """Names of all that bars name. At most three queries, none where no bar is moved."""
    named = [item for vote in votes for item in vote.terms.get("scope", [])]
    by_kind: dict[str, set[str]] = {"event": set(), "club": set(), "level": set()}
    for item in named:
        kind = "event" if item["kind"] == "game" else item["kind"]
        if kind in by_kind:
            by_kind[kind].add(item["id"].partition("/")[0])
    names: dict[str, str] = {}
    for kind, model in (("event", Event), ("club", Club), ("level", Level)):
        if by_kind[kind]:
            names |= dict(model.objects.filter(slug__in=by_kind[kind]).values_list("slug", "name"))
    return names


def waiting_vote(vote: Vote) -> WaitingVote:
    game = vote.violation.game
    return WaitingVote(
        number=vote.pk,
        event_slug=game.event.slug,
        event_name=game.event.name,
        game_number=game.number,
        game_group=game.group,
        place=game.place,
        what=vote.get_motion_display(),
        state=vote.state,
        state_words=vote.get_state_display(),
        since=vote.opened_at or vote.demanded_at,
    )
