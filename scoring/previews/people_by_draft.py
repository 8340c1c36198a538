"""What the recordings of those concerned would have come to, and their degrees.

Purpose: the second part of a preview, in batches of a constant number of queries. Players send in the same
certificates on the same days; each is judged at what it would have been worth by then.
Invariants: up to the first of a player's submissions that the draft touches, what happened stands; from
there on the engine judges each one, accepted or refused in its time, as the registrar's desk would. A
certificate that would not exist is left out; one that never was cannot have been sent in. The story is told
of each card game by itself.
Rule section: IV (25.0 or a new degree; unmutilated; degrees); readings 67 and 68.
Terms: placing (a person's place in a game, under whatever certificate it was sent in), tally (what one
person has at a moment of the story).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import cast

from django.db.models import F, Max, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from rules_engine.card_games import CARD_GAMES
from rules_engine.points import recordings as law
from rules_engine.points.degrees import level
from sanctioning.identity.same_person import kept_ids
from sanctioning.kit.check_characters import normal_code
from sanctioning.kit.clock import noon
from sanctioning.people.models.person import Person
from scoring.certificates.models import Certificate
from scoring.ledger.models.ledger import LedgerEntry
from scoring.previews.games_by_draft import NOTHING, Share, games_of
from scoring.previews.models import Preview, PreviewPerson, PreviewPlacing
from scoring.recordings.models import DegreeHeld, RecordedCertificate, Submission
from scoring.results.models import Award

BATCH = 100
Placing = tuple[int, int]
GAME = F("award__standing__certification__game")


@dataclass(frozen=True, slots=True)
class IssuedPaper:
    """A certificate as the story needs it: of which placing, issued when."""

    placing: Placing
    issued_at: dt.datetime


@dataclass(slots=True)
class Tally:
    """What one person has recorded; `touched` once the draft made a difference."""

    points: Decimal
    blue: Decimal
    recorded: set[Placing]
    mutilated: set[str] = field(default_factory=set)
    touched: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownBatch:
    """What the database says of one batch of people; `issued` are the moments of each placing's papers."""

    papers: Mapping[str, IssuedPaper]
    issued: Mapping[Placing, Sequence[dt.datetime]]
    now: Mapping[Placing, Share]
    draft: Mapping[Placing, Share]
    submissions: Mapping[int, Sequence[Submission]]


def batches_of_people(preview: Preview) -> Iterator[list[int]]:
    """The people whose points in some game would have differed, not done yet."""
    last = preview.people_to
    concerned = PreviewPlacing.objects.filter(preview=preview).order_by("person").values("person").distinct()
    while batch := list(concerned.filter(person__gt=last).values_list("person", flat=True)[:BATCH]):
        yield batch
        last = batch[-1]


def lines_of(preview: Preview, people: Sequence[int]) -> list[PreviewPerson]:
    """A line for each of these people and each card game in which their points would have differed."""
    return [line for card_game in CARD_GAMES for line in _lines_in(preview, people, card_game)]


def _lines_in(preview: Preview, everybody: Sequence[int], card_game: str) -> list[PreviewPerson]:
    concerned = set(
        _changed(preview, card_game).filter(person__in=everybody).values_list("person", flat=True)
    )
    people = [person for person in everybody if person in concerned]
    if not people:
        return []
    rows = _rows(people)
    known = _known(preview, rows, card_game)
    before = _recorded_before(preview, rows, card_game)
    recorded = _recorded_now(rows, card_game)
    ranks = _ranks_now(rows, card_game)
    won = _won(preview, rows, card_game)
    lines = []
    for person in people:
        total, rank = recorded.get(person, NOTHING), ranks.get(person, -1)
        tally = _story(known, known.submissions.get(person, ()), person, total, before.get(person, set()))
        won_now = won.get(person, NOTHING)
        more = _more(known, person)
        lines.append(
            PreviewPerson(
                preview=preview,
                person_id=person,
                card_game=card_game,
                won_now=won_now[0],
                won_blue_now=won_now[1],
                won_draft=won_now[0] + more[0],
                won_blue_draft=won_now[1] + more[1],
                recorded_now=total[0],
                recorded_blue_now=total[1],
                recorded_draft=tally.points if tally.touched else total[0],
                recorded_blue_draft=tally.blue if tally.touched else total[1],
                rank_now=rank,
                rank_draft=level(tally.points, tally.blue, 1) if tally.touched else rank,
            )
        )
    return lines


def _changed(preview: Preview, card_game: str) -> QuerySet[PreviewPlacing]:
    return PreviewPlacing.objects.filter(
        preview=preview, game__certifications__current=True, game__certifications__card_game=card_game
    )


def _story(
    known: KnownBatch, submissions: Iterable[Submission], person: int, total: Share, before: set[Placing]
) -> Tally:
    """Every submission of a person in turn, from what was recorded before the first of them."""
    sent_in = list(submissions)
    since = {
        known.papers[code].placing
        for submission in sent_in
        if submission.state == "accepted"
        for code in _codes(known, submission)
    }
    worth = [known.now.get(placing, NOTHING) for placing in since]
    tally = Tally(
        points=total[0] - sum((points for points, _ in worth), Decimal(0)),
        blue=total[1] - sum((blue for _, blue in worth), Decimal(0)),
        recorded=set(before),
    )
    for submission in sent_in:
        _send_in(known, tally, submission, person)
    return tally


def _send_in(known: KnownBatch, tally: Tally, submission: Submission, person: int) -> None:
    codes = _codes(known, submission)
    placings = [known.papers[code].placing for code in codes]
    spoilt = {normal_code(typed) or "" for typed in submission.mutilated}
    if any(placing in known.draft for placing in placings):
        tally.touched = True
    if not tally.touched:
        accepted, counted = submission.state == "accepted", placings
    else:
        sent = [code for code in codes if _worth(known, known.papers[code].placing)[0] > 0]
        accepted = bool(sent) and _judge(known, tally, submission, sent, spoilt, person)
        counted = [known.papers[code].placing for code in sent]
    if not accepted:
        tally.mutilated |= spoilt
        return
    for placing in counted:
        points, blue = _worth(known, placing)
        tally.points += points
        tally.blue += blue
        tally.recorded.add(placing)


def _judge(
    known: KnownBatch,
    tally: Tally,
    submission: Submission,
    sent: Sequence[str],
    spoilt: set[str],
    person: int,
) -> bool:
    judged = []
    for code in sent:
        paper = known.papers[code]
        state = "issued"
        if code in spoilt or code in tally.mutilated:
            state = "mutilated"
        elif paper.placing in tally.recorded:
            state = "recorded"
        elif _replaced(known, paper, submission.at):
            state = "void"
        points, blue = _worth(known, paper.placing)
        owner = str(paper.placing[1])
        judged.append(law.Certificate(code, owner, points, blue, cast(law.State, state)))
    return law.record(str(person), law.Held(tally.points, tally.blue, 1), judged).accepted


def _replaced(known: KnownBatch, paper: IssuedPaper, at: dt.datetime) -> bool:
    """Whether another certificate of the same placing had taken its place by then."""
    return any(paper.issued_at < moment <= at for moment in known.issued[paper.placing])


def _worth(known: KnownBatch, placing: Placing) -> Share:
    return known.draft.get(placing) or known.now.get(placing, NOTHING)


def _codes(known: KnownBatch, submission: Submission) -> list[str]:
    return [code for typed in submission.codes if (code := normal_code(typed) or "") in known.papers]


def _more(known: KnownBatch, person: int) -> Share:
    """What the draft would have brought a person above what was won."""
    changed = [placing for placing in known.draft if placing[1] == person]
    points = sum(
        (known.draft[placing][0] - known.now.get(placing, NOTHING)[0] for placing in changed), Decimal(0)
    )
    blue = sum(
        (known.draft[placing][1] - known.now.get(placing, NOTHING)[1] for placing in changed), Decimal(0)
    )
    return points, blue


def _rows(people: Sequence[int]) -> dict[int, int]:
    """Each record of these people, with the one that is kept."""
    merged = Person.objects.filter(merged_into__in=people).values_list("pk", "merged_into_id")
    return {
        **{person: person for person in people},
        **{row: merged_into for row, merged_into in merged if merged_into},
    }


def _known(preview: Preview, rows: Mapping[int, int], card_game: str) -> KnownBatch:
    submissions: dict[int, list[Submission]] = {}
    sent = Submission.objects.filter(
        person__in=rows,
        card_game=card_game,
        at__gte=noon(preview.since, 0),
        at__lte=preview.asked_at,
    ).order_by("at", "pk")
    for submission in sent.only("person_id", "at", "state", "codes", "mutilated"):
        submissions.setdefault(rows[submission.person_id], []).append(submission)
    codes = {
        normal_code(typed)
        for of_person in submissions.values()
        for submission in of_person
        for typed in submission.codes
    }
    papers = _papers(rows, codes, card_game)
    issued: dict[Placing, list[dt.datetime]] = {}
    for paper in papers.values():
        issued.setdefault(paper.placing, []).append(paper.issued_at)
    changed = _changed(preview, card_game).filter(
        Q(person__in=rows) | Q(game__in={game for game, _ in issued})
    )
    draft = {
        (placing.game_id, placing.person_id): (placing.points_draft, placing.blue_draft)
        for placing in changed
    }
    now = {
        (placing.game_id, placing.person_id): (placing.points_now, placing.blue_now) for placing in changed
    }
    return KnownBatch(
        papers=papers, issued=issued, now={**_now(issued), **now}, draft=draft, submissions=submissions
    )


def _papers(rows: Mapping[int, int], codes: set[str | None], card_game: str) -> dict[str, IssuedPaper]:
    """The certificates of these people, and any other's that they sent in."""
    certificates = list(
        Certificate.objects.filter(
            Q(person__in=rows) | Q(code__in=[code for code in codes if code]),
            kind=Certificate.Kind.RATING_POINTS,
            card_game=card_game,
        ).values_list("code", GAME, "person_id", "issued_at")
    )
    merged_into = kept_ids({person for _, _, person, _ in certificates})
    return {
        code: IssuedPaper((game, merged_into.get(person, person)), issued)
        for code, game, person, issued in certificates
    }


def _now(placings: Iterable[Placing]) -> dict[Placing, Share]:
    """What these placings won, by the current version of each result."""
    awards = Award.objects.filter(
        standing__certification__current=True,
        standing__certification__game__in={game for game, _ in placings},
    )
    return {
        (game, person): (points, blue)
        for game, person, points, blue in awards.values_list(
            "standing__certification__game",
            Coalesce("standing__person__merged_into", "standing__person"),
            "points",
            "blue",
        )
    }


def _recorded_before(preview: Preview, rows: Mapping[int, int], card_game: str) -> dict[int, set[Placing]]:
    before = RecordedCertificate.objects.filter(
        certificate__person__in=rows,
        certificate__card_game=card_game,
        submission__at__lt=noon(preview.since, 0),
    )
    recorded: dict[int, set[Placing]] = {}
    for game, row in before.values_list(
        "certificate__award__standing__certification__game", "certificate__person"
    ):
        recorded.setdefault(rows[row], set()).add((game, rows[row]))
    return recorded


def _recorded_now(rows: Mapping[int, int], card_game: str) -> dict[int, Share]:
    entries = LedgerEntry.objects.filter(
        person__in=rows, book=LedgerEntry.Book.RECORDED, card_game=card_game
    ).order_by()
    return _summed(entries.values_list("person").annotate(Sum("points"), Sum("blue")), rows)


def _won(preview: Preview, rows: Mapping[int, int], card_game: str) -> dict[int, Share]:
    """What they won in the preview's two years."""
    of_it = games_of(preview).filter(card_game=card_game)
    awards = Award.objects.filter(standing__person__in=rows, standing__certification__in=of_it)
    sums = awards.order_by().values_list("standing__person").annotate(Sum("points"), Sum("blue"))
    return _summed(sums, rows)


def _summed(sums: Iterable[tuple[int, Decimal, Decimal]], rows: Mapping[int, int]) -> dict[int, Share]:
    added: dict[int, Share] = {}
    for row, points, blue in sums:
        had = added.get(rows[row], NOTHING)
        added[rows[row]] = (had[0] + points, had[1] + blue)
    return added


def _ranks_now(rows: Mapping[int, int], card_game: str) -> dict[int, int]:
    ranks: dict[int, int] = {}
    held = DegreeHeld.objects.filter(person__in=rows, card_game=card_game, until__isnull=True).order_by()
    for row, rank in held.values_list("person").annotate(Max("rank")):
        ranks[rows[row]] = max(rank, ranks.get(rows[row], -1))
    return ranks
