"""The ledger of one person who had two records: sums, degrees, rosters, and the same again when undone."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from decimal import Decimal
from functools import partial

import pytest

from sanctioning.identity.lookup import person_numbered
from sanctioning.identity.same_person import identity_id
from sanctioning.kit.clock import noon
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.identity import Merge
from sanctioning.people.models.person import Person
from sanctioning.people.services.merging import merge_people, undo_merge
from sanctioning.people.services.registering import register_person
from scoring.certificates.models import Certificate
from scoring.degrees.selectors.recording_forecast import held_by
from scoring.ledger.models.ledger import LedgerEntry
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.ledger.services.ledger import Posting, post
from scoring.players.selectors.players import player_detail
from scoring.players.selectors.points_held import PointsHeld
from scoring.recordings.models import DegreeHeld
from scoring.recordings.services.recordings import record_certificates
from scoring.results.services.certification import confirm_result
from scoring.rosters.selectors.kept_lines import lines
from scoring.rosters.services.rosters import compile_roster
from tests.cast import MARCH, Cast, certified, make_cast, open_table, record_of, reported, sanctioned_event
from tests.support.racing import all_at_once
from tournaments.entries.services.entries import enter_event, withdraw_entry
from tournaments.games.services.games import seat_players

MAY = dt.date(2025, 5, 15)
RECORDED, AWARDED = LedgerEntry.Book.RECORDED, LedgerEntry.Book.AWARDED


def paper_record(cast: Cast, family: str) -> Person:
    return register_person(by=cast.registrar, given_names="Pat", family_name=family, at=MARCH)


def give(
    cast: Cast, person: Person, points: str, blue: str = "0.0", book: LedgerEntry.Book = RECORDED
) -> None:
    post(
        [
            Posting(
                book=book,
                card_game="whoopie",
                person_id=person.pk,
                points=Decimal(points),
                blue=Decimal(blue),
                reason="Carried over from the old cards.",
            )
        ],
        ordered_by=cast.registrar,
        at=MARCH,
    )


def merged(cast: Cast, kept: Person, other: Person) -> Merge:
    return merge_people(by=cast.registrar, kept=kept, merged=other, reason="The same hand.", at=MARCH)


def undone(cast: Cast, merge: Merge) -> None:
    undo_merge(by=cast.registrar, merge=merge, reason="A cousin.", at=MARCH)


def person_now(person: Person) -> Person:
    row = person_numbered(number=person.number)
    assert row is not None
    return row


def recorded_of(cast: Cast, person: Person) -> PointsHeld:
    detail = player_detail(number=person.number, asker=cast.registrar)
    assert detail is not None
    return detail.recorded


def test_any_row_of_merges_and_undoings_leaves_the_totals_of_never_merged(cast: Cast) -> None:
    """Against a model that keeps sets of records, with points given and taken on the way."""
    dice = random.Random(1966)
    people = [paper_record(cast, f"Record {letter}") for letter in "ABCDEF"]
    own = {person.pk: Decimal("0.0") for person in people}
    standing: list[Merge] = []

    def root(pk: int) -> int:
        up = {merge.merged_id: merge.kept_id for merge in standing}
        while pk in up:
            pk = up[pk]
        return pk

    for _ in range(60):
        act = dice.choice(("give", "merge", "merge", "undo"))
        if act == "give":
            person, tenths = dice.choice(people), Decimal(dice.randint(1, 400)) / 10
            give(cast, person, f"{tenths:.1f}", f"{tenths / 10:.1f}")
            own[person.pk] += tenths
        elif act == "merge":
            roots = [person for person in people if root(person.pk) == person.pk]
            if len(roots) > 1:
                standing.append(merged(cast, *dice.sample(roots, 2)))
        elif standing:
            undone(cast, standing.pop(dice.randrange(len(standing))))
        for person in people:
            together = sum(own[each.pk] for each in people if root(each.pk) == root(person.pk))
            now = person_now(person)
            assert held_by([now], "whoopie")[identity_id(now)].total == together
    while standing:
        undone(cast, standing.pop(dice.randrange(len(standing))))
    assert {person.pk: recorded_of(cast, person).points for person in people} == own
    assert list(ledger_problems()) == []


@pytest.mark.both_databases
def test_degrees_come_with_the_points_that_are_now_one_and_go_with_them(cast: Cast) -> None:
    kept, other = paper_record(cast, "Kept"), paper_record(cast, "Other")
    give(cast, kept, "15.0", "1.0")
    give(cast, other, "12.0", "1.0")
    merge = merged(cast, kept, other)
    detail = player_detail(number=other.number, asker=cast.registrar)
    assert detail is not None
    assert (detail.number, detail.degree, detail.recorded.points) == (kept.number, "Master", Decimal("27.0"))
    paper = Certificate.objects.get(kind="degree", degree="Master")
    undone(cast, merge)
    apart = {record.pk: player_detail(number=record.number, asker=cast.registrar) for record in (kept, other)}
    assert {pk: detail and detail.degree for pk, detail in apart.items()} == {
        kept.pk: "Junior Master",
        other.pk: "Junior Master",
    }
    paper.refresh_from_db()
    assert paper.state == Certificate.State.VOID
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=noon(MAY))
    assert {(line.number, line.degree) for line in lines(roster)} == {
        (kept.number, "Junior Master of Whoopie"),
        (other.number, "Junior Master of Whoopie"),
    }


def test_everything_that_shows_or_counts_follows(cast: Cast) -> None:
    other = paper_record(cast, "Paper")
    four = [*cast.players[1:4], other]
    event = sanctioned_event(cast, level="special-event", event_type="tournament")
    certified(cast, event, four)
    ash = cast.players[0]
    before = player_detail(number=other.number, asker=cast.registrar)
    assert before is not None
    merge = merged(cast, ash, other)
    detail = player_detail(number=ash.number, asker=ash)
    assert detail is not None
    assert (detail.games, detail.awarded, detail.unrecorded) == (
        before.games,
        before.awarded,
        before.unrecorded,
    )
    assert [certificate.serial for certificate in detail.certificates] == [
        certificate.serial for certificate in before.certificates
    ]
    assert (detail.numbers, detail.sanctioned_games, detail.degree) == ((other.number,), 1, "Novice")
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=noon(MAY))
    assert ash.number in {line.number for line in lines(roster)}
    undone(cast, merge)
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=noon(MAY))
    assert other.number in {line.number for line in lines(roster)}
    assert ash.number not in {line.number for line in lines(roster)}


def test_a_certificate_recorded_while_merged_goes_with_its_record_when_undone(cast: Cast) -> None:
    event = sanctioned_event(cast, level="special-event", event_type="tournament")
    kept = paper_record(cast, "Kept")
    certified(cast, event, cast.players[:4])
    paper = Certificate.objects.filter(kind="rating-points").order_by("-points")[0]
    merge = merged(cast, kept, paper.person)
    submission = record_certificates(by=cast.registrar, person=kept, codes=[paper.code], at=MARCH)
    assert (submission.state, submission.person) == ("accepted", kept)
    undone(cast, merge)
    assert recorded_of(cast, paper.person).points == paper.points
    assert recorded_of(cast, kept).points == Decimal("0.0")
    degrees = DegreeHeld.objects.filter(until=None, rank__gt=0).values_list("person", flat=True)
    assert list(degrees) == [paper.person_id]


def refusal_of(cast: Cast, kept: Person, other: Person) -> str:
    with pytest.raises(Refusal) as refused:
        merged(cast, kept, other)
    return refused.value.code


@pytest.mark.both_databases
def test_what_cannot_be_one_person_is_refused(cast: Cast) -> None:
    first, other, third = (paper_record(cast, family) for family in ("One", "Other", "Third"))
    event = sanctioned_event(cast)
    enter_event(by=cast.director, event=event, person=first, at=MARCH)
    entry = enter_event(by=cast.director, event=event, person=other, at=MARCH)
    assert refusal_of(cast, first, other) == "both-entered"
    withdraw_entry(by=cast.director, entry=entry, at=MARCH)
    table = [first, *cast.players[:2], other]
    game = open_table(cast, event, table)
    assert refusal_of(cast, first, other) == "both-played"
    assert refusal_of(cast, first, cast.executor) == "judged-the-other"
    report = reported(cast, game, record_of(table))
    confirm_result(by=cast.director, game=game, at=MARCH)
    assert report.reporter == cast.players[0]
    cast.players[0].account = None
    cast.players[0].save()
    assert refusal_of(cast, cast.players[0], cast.director) == "confirmed-the-other"
    merged(cast, first, third)


def test_an_entry_that_was_withdrawn_keeps_nobody_from_being_one_person(cast: Cast) -> None:
    first, other = (paper_record(cast, family) for family in ("One", "Other"))
    event = sanctioned_event(cast)
    enter_event(by=cast.director, event=event, person=first, at=MARCH)
    entry = enter_event(by=cast.director, event=event, person=other, at=MARCH)
    withdraw_entry(by=cast.director, entry=entry, at=MARCH)
    assert merged(cast, first, other).kept == first


def test_one_person_is_entered_and_seated_once_and_does_not_confirm_himself(cast: Cast) -> None:
    ash, other = cast.players[0], paper_record(cast, "Paper")
    event = sanctioned_event(cast)
    enter_event(by=cast.director, event=event, person=other, at=MARCH)
    game = open_table(cast, event, [other, *cast.players[1:4]])
    merged(cast, ash, other)
    with pytest.raises(Refusal) as refused:
        enter_event(by=cast.director, event=event, person=ash, at=MARCH)
    assert refused.value.code == "entered-already"
    with pytest.raises(Refusal) as refused:
        seat_players(by=cast.director, game=game, people=[ash], at=MARCH)
    assert refused.value.code == "seated-already"
    reported(cast, game, record_of([other, *cast.players[1:4]]))
    with pytest.raises(Refusal) as refused:
        confirm_result(
            by=ash if game.reports.get().reporter == other else game.reports.get().reporter, game=game
        )
    assert refused.value.code == "confirmer-is-reporter"


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_merges_undoings_and_seats_at_the_same_moment() -> None:
    cast = make_cast()
    event = sanctioned_event(cast)
    for number in range(4):
        first, other = paper_record(cast, f"One {number}"), paper_record(cast, f"Other {number}")
        game = open_table(cast, event, [first, *cast.players[:3]])
        acts: list[Callable[[], object]] = [
            partial(merged, cast, first, other),
            partial(merged, cast, other, first),
            partial(seat_players, by=cast.director, game=game, people=[other], at=MARCH),
        ]
        answers = all_at_once(acts)
        refused = [answer for answer in answers if isinstance(answer, Exception)]
        assert [answer for answer in refused if not isinstance(answer, Refusal)] == []
        assert len(refused) == 2
        standing = Merge.objects.filter(undone_at=None, kept__in=[first, other])
        assert standing.count() + game.players.filter(person=other).count() == 1
        if standing:
            undoings = all_at_once([partial(undone, cast, standing[0])] * 3)
            assert sum(isinstance(answer, Refusal) for answer in undoings) == 2
