"""Points of Whist: what a certified event pays; nothing of it counts for Whoopie, nor the other way round."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from io import BytesIO
from typing import Any

import pypdfium2
import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from saas_high_card.game import HIGH_CARD
from sanctioning.kit.clock import noon
from sanctioning.kit.guards import guards
from sanctioning.law.examples import EXAMPLE_ARTICLES
from scoring.certificates.documents.papers import certificate_bytes
from scoring.certificates.models import Certificate
from scoring.degrees.entry_condition import DEGREE
from scoring.degrees.selectors.recording_forecast import held_by, recording_forecast
from scoring.ledger.models.ledger import GENESIS, LedgerEntry
from scoring.ledger.selectors.chain_proof import ledger_problems
from scoring.ledger.selectors.tracing import roster_trace
from scoring.players.selectors.player_page import player_page
from scoring.recordings.models import DegreeHeld, Submission
from scoring.recordings.services.recordings import record_certificates
from scoring.results.models import Award, Certification, Standing
from scoring.results.services.certification import certify_result, confirm_result
from scoring.results.services.corrections import correct_result
from scoring.rosters.lines import RosterKey
from scoring.rosters.models import Roster
from scoring.rosters.selectors.kept_lines import lines
from scoring.rosters.selectors.rosters import on_rosters, roster_detail
from scoring.rosters.services.rosters import compile_roster, compile_what_is_due, publish_roster
from tests.cast import MARCH, Cast, certified, make_cast, sanctioned_event
from tests.support.kept import Kept
from tests.support.refusals import refusal_of
from tests.support.team_events import close_and_certify, enter_teams, seat_in_order, team_event
from tests.tournaments.formats.military_whist.test_military_whist import counts, tables
from tests.tournaments.slips.test_slips import FIRST, SECOND
from tests.tournaments.slips.test_slips import report as report_cards
from tournaments.events.models.event import Event
from tournaments.formats.registry import format_named, registered
from tournaments.games.models import Game
from tournaments.slips.services.slips import close_event, sign_slip

MAY = dt.date(2025, 5, 15)
NEXT_DAY = noon(dt.date(2025, 5, 16))
SCALE = EXAMPLE_ARTICLES["scales"]["open"]["club-game"]["points"]


def whist(cast: Cast, flags: Sequence[int]) -> Game:
    """An evening of Military Whist of so many teams, certified with these flags."""
    game = tables(cast, len(flags))
    counts(cast, game, "d1-before", [12] * len(flags))
    counts(cast, game, "d1-after", flags)
    close_and_certify(cast, game)
    return game


def codes(person: Any, card_game: str) -> list[str]:
    papers = Certificate.objects.filter(person=person, card_game=card_game, kind="rating-points")
    return list(papers.order_by("number").values_list("code", flat=True))


def record(cast: Cast, person: Any, card_game: str) -> Submission:
    return record_certificates(by=cast.registrar, person=person, codes=codes(person, card_game), at=MARCH)


@pytest.mark.parametrize(("flags", "band"), [((14, 12, 10), "3-4"), ((15, 14, 12, 10, 9), "5-7")])
def test_each_member_wins_what_the_place_of_his_team_pays(
    cast: Cast, flags: tuple[int, ...], band: str
) -> None:
    whist(cast, flags)
    paid = [Decimal(points) for points in SCALE[band]]
    won = Award.objects.order_by("standing__place", "pk").values_list("standing__place", "points")
    assert list(won) == [(place, points) for place, points in enumerate(paid, start=1) for _ in range(4)]
    assert sum(points for _place, points in won) == 4 * sum(paid)
    posted = LedgerEntry.objects.values_list("card_game", "book", "points")
    assert Counter(posted) == Counter(("whist", "awarded", points) for _place, points in won)
    assert {certificate.card_game for certificate in Certificate.objects.all()} == {"whist"}
    numbers = Award.objects.order_by("pk").first().numbers  # type: ignore[union-attr]
    assert (numbers["table_size"], numbers["table_size_by"], numbers["band"]) == (len(flags), "teams", band)
    assert (numbers["place"], numbers["covered"], numbers["paid_places"]) == (1, [1], len(paid))
    held = DegreeHeld.objects.values_list("card_game", "degree")
    assert Counter(held) == {("whist", "Novice"): 4 * len(flags)}
    assert list(ledger_problems()) == []


def test_two_teams_are_ranked_and_win_nothing(cast: Cast) -> None:
    whist(cast, (14, 10))
    assert Standing.objects.count() == 8
    assert not Award.objects.exists()
    assert DegreeHeld.objects.filter(card_game="whist", degree="Novice").count() == 8


def test_a_format_of_no_card_game_ranks_and_pays_nobody(cast: Cast) -> None:
    with registered(HIGH_CARD):
        event = team_event(cast, "high-card", "high-card-1")
        game = seat_in_order(cast, event, enter_teams(cast, event, 4), {"cards": 1})
        report_cards(cast.players[0], game, FIRST, 4, 6)
        report_cards(cast.players[7], game, SECOND, 9, 1)
        for slip in game.slips.all():
            sign_slip(by=cast.director, slip=slip, at=MARCH)
        close_and_certify(cast, game)
        assert Certification.objects.get().card_game == ""
        assert (Standing.objects.count(), Award.objects.count(), DegreeHeld.objects.count()) == (8, 0, 0)
        page = player_page(number=cast.players[0].number)
        assert page is not None
        assert (page.detail.card_game, len(page.detail.games), page.detail.sanctioned_games) == (
            "whoopie",
            1,
            0,
        )


def _both() -> Cast:
    cast = make_cast()
    certified(cast, sanctioned_event(cast), cast.players[:4])
    whist(cast, (14, 12, 10))
    return cast


won_at_both = Kept(_both)


@pytest.fixture
def both(db: None) -> Cast:
    """The first of the cast won 3.0 at Whoopie and 3.0 at Whist."""
    return won_at_both()


def test_points_of_one_bring_no_degree_of_the_other(both: Cast) -> None:
    ash = both.players[0]
    assert record(both, ash, "whist").state == "accepted"
    held = set(DegreeHeld.objects.filter(person=ash).values_list("card_game", "degree"))
    assert held == {("whoopie", "Novice"), ("whist", "Novice"), ("whist", "Junior Master")}
    assert (held_by([ash], "whist")[ash.pk].total, held_by([ash], "whoopie")[ash.pk].total) == (
        Decimal("3.0"),
        Decimal("0.0"),
    )
    assert [held_by([ash], slug)[ash.pk].sanctioned_games for slug in ("whist", "whoopie")] == [1, 1]
    [paper] = Certificate.objects.filter(kind="degree")
    assert (paper.card_game, paper.facts["degree"]) == ("whist", "Junior Master of Whist")


def test_certificates_of_two_card_games_are_not_sent_in_together(both: Cast) -> None:
    ash = both.players[0]
    mixed = [*codes(ash, "whoopie"), *codes(ash, "whist")]
    refusal = refusal_of(partial(record_certificates, by=both.registrar, person=ash, codes=mixed, at=MARCH))
    assert refusal.code == "card-games-mixed"
    assert set(refusal.facts["serials"]) == {"Whoopie", "Whist"}
    assert not Submission.objects.exists()
    forecast = recording_forecast(person=ash, codes=mixed)
    assert (forecast.card_game, forecast.accepted, forecast.total) == ("whoopie", False, Decimal("3.0"))
    assert forecast.lines[1].trouble == "is for Whist; send it in separately"
    assert forecast.degree == "Junior Master of Whoopie"


def test_a_roster_holds_its_own_card_game_alone(both: Cast) -> None:
    ash, rowan = both.players[0], both.players[4]
    record(both, ash, "whist")
    record(both, ash, "whoopie")
    rosters = {
        slug: compile_roster(by=both.registrar, as_of=MAY, card_game=slug, at=NEXT_DAY) for slug in WORDS
    }
    for card_game, (title, serial, degree) in WORDS.items():
        roster = publish_roster(by=both.registrar, roster=rosters[card_game], at=NEXT_DAY)
        assert (str(roster), roster.serial) == (f"{title} as of 15 May 2025", serial)
        listed = {line.number: line for line in lines(roster)}
        assert (listed[ash.number].points, listed[ash.number].degree) == (Decimal("3.0"), degree)
        assert (rowan.number in listed) == (card_game == "whist")
        assert roster.players == (12 if card_game == "whist" else 4)
        shown = roster_detail(RosterKey(MAY, card_game))
        assert shown is not None
        assert shown.head.key == RosterKey(MAY, card_game)
        trace = roster_trace(RosterKey(MAY, card_game), number=ash.number)
        assert trace is not None
        assert {source.card_game for source in trace.sources} == {card_game}
        assert trace.points == Decimal("3.0")
    search = on_rosters(search=ash.number)
    assert [str(line.key) for line in search.lines] == ["2025-05-15", "whist/2025-05-15"]
    assert [line.name for line in search.lines] == ["Whoopie Roster", "Whist Roster"]


WORDS = {
    "whoopie": ("Whoopie Roster", "Roster 2025/1", "Junior Master of Whoopie"),
    "whist": ("Whist Roster", "Whist Roster 2025/1", "Junior Master of Whist"),
}


@pytest.mark.both_databases
def test_the_clock_compiles_a_roster_of_each_card_game_that_was_played(both: Cast) -> None:
    assert {compiled.card_game for compiled in compile_what_is_due(at=NEXT_DAY)} == {"whoopie", "whist"}
    assert compile_what_is_due(at=NEXT_DAY) == []


def test_the_clock_compiles_anew_what_was_compiled_before_its_day_was_over(both: Cast) -> None:
    compile_roster(by=both.registrar, as_of=MAY, at=noon(MAY))
    assert {roster.card_game for roster in compile_what_is_due(at=NEXT_DAY)} == {"whoopie", "whist"}


@pytest.mark.both_databases
def test_a_correction_unwinds_what_was_recorded_of_whist_and_nothing_else(both: Cast) -> None:
    """Points won, the recording, the degree and the roster follow; what is of Whoopie stays as it is."""
    ash, rowan = both.players[0], both.players[4]
    record(both, ash, "whist")
    record(both, ash, "whoopie")
    roster = compile_roster(by=both.registrar, as_of=MAY, card_game="whist", at=NEXT_DAY)
    publish_roster(by=both.registrar, roster=roster, at=NEXT_DAY)
    compile_roster(by=both.registrar, as_of=MAY, at=NEXT_DAY)
    of_whoopie = list(LedgerEntry.objects.filter(card_game="whoopie").values_list("number", "hash"))
    game = Game.objects.get(event__format="military-whist")
    report = game.reports.get(current=True)
    sheet = json.loads(bytes(report.record))
    sheet["days"][0]["after"] = sheet["totals"] = [10, 12, 14]
    sheet["ranking"] = [[1, 3], [2, 2], [3, 1]]
    correct_result(
        by=both.managing,
        game=game,
        data=json.dumps(sheet).encode(),
        ruling="Ruling 3 of 2025",
        why="Two counts were exchanged.",
        idempotency_key="order",
        at=NEXT_DAY,
    )
    assert held_by([ash], "whist")[ash.pk].total == 0
    assert held_by([ash], "whoopie")[ash.pk].total == Decimal("3.0")
    degrees = DegreeHeld.objects.filter(person=ash, until__isnull=True).values_list("card_game", "degree")
    assert set(degrees) == {("whist", "Novice"), ("whoopie", "Novice"), ("whoopie", "Junior Master")}
    stands = Standing.objects.get(certification__current=True, person=rowan)
    assert (stands.place, hasattr(stands, "award")) == (2, False)
    assert list(LedgerEntry.objects.filter(card_game="whoopie").values_list("number", "hash")) == of_whoopie
    assert [(str(erratum.roster), erratum.right_points) for erratum in roster.errata.all()] == [
        ("Whist Roster as of 15 May 2025", Decimal("0.0"))
    ]
    assert list(ledger_problems()) == []


def test_the_paper_says_what_it_is_of(cast: Cast) -> None:
    whist(cast, (15, 14, 12, 10, 9))
    paper = Certificate.objects.order_by("number").first()
    assert paper is not None
    assert paper.facts["players_counted"] == 5
    read = pypdfium2.PdfDocument(BytesIO(certificate_bytes(paper)))[0].get_textpage().get_text_bounded()
    text = " ".join(read.split())
    assert "Whist Rating Point Certificate" in text
    assert "took first place among five teams in" in text
    assert "Whoopie Rating" not in text


def test_an_event_asks_for_a_degree_of_its_own_card_game(both: Cast) -> None:
    ash = both.players[0]
    record(both, ash, "whoopie")
    master = {"at_least": "Junior Master"}
    unmet = {event.format: DEGREE.unmet(event, ash, master, MARCH.date()) for event in Event.objects.all()}
    assert unmet["whoopie"] is None
    assert unmet["military-whist"] is not None
    assert unmet["military-whist"].sentence == f"{ash.name} is Novice of Whist."


def test_a_page_shows_one_card_game(both: Cast) -> None:
    ash = both.players[0]
    record(both, ash, "whist")
    for card_game, recorded in (("whoopie", "0.0"), ("whist", "3.0"), ("", "0.0"), ("bridge", "0.0")):
        page = player_page(number=ash.number, asker=ash, card_game=card_game)
        assert page is not None
        detail = page.detail
        assert detail.card_game == ("whist" if card_game == "whist" else "whoopie")
        assert detail.recorded.points == Decimal(recorded)
        assert (detail.awarded.points, detail.sanctioned_games) == (Decimal("3.0"), 1)
        assert {game.card_game for game in detail.games} == {detail.card_game}
        styles = [(game.slug, game.style) for game in detail.card_games]
        assert styles == [("whoopie", "Novice of Whoopie"), ("whist", "Junior Master of Whist")]


@pytest.mark.both_databases
def test_a_player_of_whist_alone_is_shown_with_it(both: Cast) -> None:
    page = player_page(number=both.players[5].number)
    assert page is not None
    assert (page.detail.card_game, len(page.detail.card_games)) == ("whist", 1)


def as_before(entry: LedgerEntry) -> str:
    """The hash of an entry as it was written before there were two card games."""
    content = [
        entry.number,
        entry.book,
        entry.person_id,
        f"{entry.points:.1f}",
        f"{entry.blue:.1f}",
        entry.award_id,
        entry.certificate_id,
        entry.corrects_id,
        entry.ordered_by_id,
        entry.reason,
        entry.at.astimezone(dt.UTC).isoformat(timespec="microseconds"),
        entry.day.isoformat(),
        entry.previous_hash,
    ]
    return hashlib.sha256(json.dumps(content, ensure_ascii=True).encode()).hexdigest()


def test_entries_of_whoopie_are_hashed_as_ever_and_those_of_whist_say_so(both: Cast) -> None:
    for entry in LedgerEntry.objects.all():
        assert (entry.hash == as_before(entry)) == (entry.card_game == "whoopie")
    assert LedgerEntry.objects.order_by("number").values_list("previous_hash", flat=True)[0] == GENESIS


def test_a_known_entry_keeps_its_known_hash() -> None:
    entry = LedgerEntry(
        number=17,
        book="recorded",
        person_id=4,
        points=Decimal("12.5"),
        blue=Decimal("0.5"),
        award_id=9,
        certificate_id=8,
        ordered_by_id=2,
        reason="RPC-000008 recorded by submission 3",
        at=dt.datetime(2026, 3, 1, 12, 30, tzinfo=dt.UTC),
        day=dt.date(2026, 3, 1),
        previous_hash="ab" * 32,
    )
    assert entry.content_hash() == KNOWN


KNOWN = "b5be2e21c52328f5d6d2dab5b3ba7a2d38735ec29aba3ca8bc0bc126993088a8"


@pytest.mark.parametrize("card_game", ["whoopie", "whist"])
def test_an_entry_moved_to_another_card_game_behind_the_guards_is_found(both: Cast, card_game: str) -> None:
    entry = LedgerEntry.objects.filter(card_game=card_game).order_by("number").first()
    assert entry is not None
    other = "whist" if card_game == "whoopie" else "whoopie"
    guards.remove()
    LedgerEntry.objects.filter(pk=entry.pk).update(card_game=other)
    guards.install()
    assert [(problem.number, problem.sentence) for problem in ledger_problems()] == [
        (entry.number, "was changed after it was written")
    ]


@pytest.mark.both_databases
@pytest.mark.parametrize("model", [LedgerEntry, Certificate, Certification])
def test_the_database_moves_nothing_to_another_card_game(both: Cast, model: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.filter(card_game="whist").update(card_game="whoopie")


def test_teams_are_paid_in_as_many_questions_whatever_their_number(cast: Cast) -> None:
    def asked(flags: Sequence[int]) -> int:
        with transaction.atomic():
            game = tables(cast, len(flags))
            counts(cast, game, "d1-before", [12] * len(flags))
            counts(cast, game, "d1-after", flags)
            close_event(by=cast.director, game=game, at=MARCH)
            confirm_result(by=cast.players[0], game=game, at=MARCH)
            with CaptureQueriesContext(connection) as queries:
                certify_result(by=cast.executor, game=game, at=MARCH)
            transaction.set_rollback(True)
        return len(queries)

    assert asked((14, 12, 10)) == asked((15, 14, 13, 12, 11, 10, 9))


def test_every_format_of_teams_says_whose_a_place_is(cast: Cast) -> None:
    """Where it pays, its result names the team of everybody ranked."""
    game = whist(cast, (14, 12, 10))
    report = game.reports.get(current=True)
    result = format_named(game.event.format).result(json.loads(bytes(report.record)), report.check_document)
    assert Counter(ranked.team for ranked in result.ranking) == {1: 4, 2: 4, 3: 4}
    assert Roster.objects.count() == 0
