"""Rosters: two days a year, the same bytes from the same inputs, frozen when published."""

from __future__ import annotations

import datetime as dt
import io
from csv import reader
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from sanctioning.clubs.models import Club
from sanctioning.kit.clock import noon
from sanctioning.kit.jobs.models import Job
from sanctioning.kit.lists.csv_files import FORMULA
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from sanctioning.people.services.merging import merge_people
from sanctioning.people.services.registering import register_person
from scoring.certificates.models import Certificate
from scoring.recordings.models import DegreeHeld
from scoring.recordings.services.recordings import record_certificates
from scoring.rosters.lines import RosterKey, by_degree, sorting_key, text_of
from scoring.rosters.models import Roster, RosterSheet
from scoring.rosters.selectors import kept_lines as roster_sheets
from scoring.rosters.selectors.lines_now import lines_as_of
from scoring.rosters.selectors.rosters import published_roster, roster_detail, rosters
from scoring.rosters.services import rosters as roster_services
from scoring.rosters.services.rosters import (
    DOCUMENT_JOB,
    compile_roster,
    compile_what_is_due,
    have_part_printed,
    publish_roster,
)
from tests.cast import MARCH, Cast, certified, sanctioned_event
from tournaments.events.models.event import Event

MAY = dt.date(2025, 5, 15)
NOVEMBER = dt.date(2025, 11, 15)
NEXT_DAY = noon(dt.date(2025, 5, 16))


@pytest.fixture
def event(cast: Cast) -> Event:
    return sanctioned_event(cast, level="series-playoff-consolation", event_type="tournament")


def win_and_record(cast: Cast, event: Event, winner: int, at: dt.datetime) -> None:
    """The player at that index wins a table of four and records the certificate."""
    table = [cast.players[winner], *[player for player in cast.players if player != cast.players[winner]][:3]]
    certified(cast, event, table)
    certificate = Certificate.objects.filter(person=table[0], kind="rating-points").latest("number")
    record_certificates(by=cast.registrar, person=table[0], codes=[certificate.code], at=at)


def lines(roster: Roster) -> list[tuple[str, str, Decimal, Decimal]]:
    return [(line.name, line.degree, line.points, line.blue_points) for line in roster_sheets.lines(roster)]


def csv(roster: Roster) -> bytes:
    return b"".join(roster_sheets.csv_pieces(roster))


def test_rosters_are_listed_the_latest_first(cast: Cast, event: Event) -> None:
    win_and_record(cast, event, 0, noon(MAY, 23))
    for as_of, at in ((MAY, NEXT_DAY), (NOVEMBER, noon(dt.date(2025, 11, 16)))):
        compile_roster(by=cast.registrar, as_of=as_of, at=at)
    assert [head.as_of for head in rosters(asker=cast.registrar)] == [NOVEMBER, MAY]


def test_points_count_to_the_end_of_the_day(cast: Cast, event: Event) -> None:
    win_and_record(cast, event, 0, noon(MAY, 23))
    win_and_record(cast, event, 1, noon(dt.date(2025, 5, 16), 1))
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=NEXT_DAY)
    assert lines(roster)[:2] == [
        ("Ash, A", "Junior Master of Whoopie", Decimal("16.0"), Decimal("4.0")),
        ("Birch, B", "Novice of Whoopie", Decimal("0.0"), Decimal("0.0")),
    ]
    assert (roster.players, roster.points, roster.blue) == (4, Decimal("16.0"), Decimal("4.0"))


def test_what_a_merged_record_won_counts_to_the_end_of_the_day_too(cast: Cast, event: Event) -> None:
    win_and_record(cast, event, 0, noon(MAY, 23))
    win_and_record(cast, event, 0, noon(dt.date(2025, 5, 16), 1))
    kept = register_person(by=cast.registrar, given_names="Ann", family_name="Ash", at=MARCH)
    merge_people(by=cast.registrar, kept=kept, merged=cast.players[0], reason="The same.", at=NEXT_DAY)
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=NEXT_DAY)
    assert lines(roster)[0] == ("Ash, Ann", "Junior Master of Whoopie", Decimal("16.0"), Decimal("4.0"))


@pytest.mark.parametrize(("until", "held"), [(MAY, False), (MAY + dt.timedelta(days=1), True)])
def test_a_degree_that_was_taken_away_on_the_day_is_held_no_more(
    cast: Cast, event: Event, until: dt.date, held: bool
) -> None:
    certified(cast, event, cast.players[:4])
    lost = cast.players[8]
    DegreeHeld.objects.create(
        person=lost, card_game="whoopie", degree="novice", rank=0, since=MARCH.date(), until=until
    )
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=NEXT_DAY)
    assert (lost.number in csv(roster).decode()) is held


def test_the_clock_compiles_for_whoever_played_first_on_the_very_day(cast: Cast) -> None:
    at = noon(MAY)
    certified(cast, sanctioned_event(cast, at=at), cast.players[:4], at=at)
    assert [roster.players for roster in compile_what_is_due(at=NEXT_DAY)] == [4]


def test_a_working_copy_follows_and_is_the_same_from_the_same_inputs(cast: Cast, event: Event) -> None:
    win_and_record(cast, event, 0, MARCH)
    first = compile_roster(by=cast.registrar, as_of=MAY, at=MARCH)
    again = compile_roster(by=cast.managing, as_of=MAY, at=NEXT_DAY)
    assert (again.pk, again.csv_sha256, again.inputs_hash) == (first.pk, first.csv_sha256, first.inputs_hash)
    win_and_record(cast, event, 1, MARCH)
    followed = compile_roster(by=cast.registrar, as_of=MAY, at=NEXT_DAY)
    assert followed.inputs_hash != first.inputs_hash
    assert [line[0] for line in lines(followed) if line[2]] == ["Ash, A", "Birch, B"]


@pytest.mark.both_databases
def test_a_page_may_begin_and_end_on_any_sheet(
    cast: Cast, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roster_services, "SHEET_LINES", 2)
    for players in (cast.players[:4], cast.players[3:7]):
        certified(cast, event, players, at=MARCH)
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=NEXT_DAY)
    whole = list(roster_sheets.lines(roster))
    assert [sheet.lines for sheet in roster.sheets.order_by("number")] == [2, 2, 2, 1]
    for first in range(len(whole)):
        for count in range(1, len(whole) + 1):
            assert roster_sheets.slice_of(roster, first, count) == whole[first : first + count]


@pytest.mark.both_databases
def test_a_published_roster_stays_byte_for_byte(cast: Cast, event: Event) -> None:
    win_and_record(cast, event, 0, MARCH)
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=MARCH)
    published = publish_roster(by=cast.registrar, roster=roster, at=NEXT_DAY)
    frozen, frozen_lines = csv(published), lines(published)
    win_and_record(cast, event, 1, MARCH)
    Person.objects.filter(pk=cast.players[0].pk).update(family_name="Ashby")
    Club.objects.update(name="Renamed")
    again = compile_roster(by=cast.registrar, as_of=MAY, at=noon(dt.date(2025, 9, 1)))
    again.refresh_from_db()
    assert (csv(again), lines(again), again.state) == (frozen, frozen_lines, "published")
    later = compile_roster(by=cast.registrar, as_of=NOVEMBER, at=noon(dt.date(2025, 11, 16)))
    assert [line[0] for line in lines(later) if line[2]] == ["Ashby, A", "Birch, B"]


@pytest.mark.both_databases
def test_the_database_keeps_a_published_roster(cast: Cast, event: Event) -> None:
    win_and_record(cast, event, 0, MARCH)
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=MARCH)
    publish_roster(by=cast.registrar, roster=roster, at=NEXT_DAY)
    sheet = roster.sheets.earliest("number")
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        Roster.objects.update(points=Decimal("0.0"))
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        RosterSheet.objects.update(text="")
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        sheet.delete()
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        RosterSheet.objects.create(roster=roster, number=2, lines=1, text="")


@pytest.mark.parametrize("year", [1, 1965, 2027, 9999])
def test_other_years_have_no_roster(cast: Cast, year: int) -> None:
    with pytest.raises(Refusal) as refusal:
        compile_roster(by=cast.registrar, as_of=dt.date(year, 5, 15), at=MARCH)
    assert refusal.value.code in ("roster-day", "roster-too-early")


@pytest.mark.both_databases
def test_other_days_have_no_roster(cast: Cast) -> None:
    for day in (dt.date(2025, 5, 14), dt.date(2025, 11, 16), dt.date(2025, 12, 31)):
        with pytest.raises(Refusal) as refusal:
            compile_roster(by=cast.registrar, as_of=day, at=MARCH)
        assert refusal.value.code == "roster-day"
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=MARCH)
    with pytest.raises(IntegrityError, match="roster_as_of"), transaction.atomic():
        Roster.objects.filter(pk=roster.pk).update(as_of=dt.date(2025, 5, 14))


def test_a_roster_is_published_once_and_not_before_its_day_is_over(cast: Cast) -> None:
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=MARCH)
    with pytest.raises(Refusal) as refusal:
        publish_roster(by=cast.registrar, roster=roster, at=noon(MAY, 23))
    assert refusal.value.code == "roster-day-not-over"
    publish_roster(by=cast.registrar, roster=roster, at=NEXT_DAY)
    with pytest.raises(Refusal) as refusal:
        publish_roster(by=cast.registrar, roster=roster, at=NEXT_DAY)
    assert refusal.value.code == "roster-published"


def test_a_working_copy_is_not_for_the_public(cast: Cast, event: Event) -> None:
    win_and_record(cast, event, 0, MARCH)
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=MARCH)
    assert (
        rosters(asker=cast.players[0]),
        roster_detail(RosterKey(MAY)),
        published_roster(RosterKey(MAY)),
    ) == (
        (),
        None,
        None,
    )
    assert published_roster(RosterKey(MAY), asker=cast.registrar) == roster
    publish_roster(by=cast.registrar, roster=roster, at=NEXT_DAY)
    assert [head.serial for head in rosters()] == ["Roster 2025/1"]
    detail = roster_detail(RosterKey(MAY), search="ash arden")
    assert detail is not None
    assert [row.name for row in detail.rows] == ["Ash, A"]
    assert detail.degrees == ("Junior Master of Whoopie", "Novice of Whoopie")


def test_the_page_says_that_a_working_copy_still_follows_corrections(
    cast: Cast, event: Event, client: Client
) -> None:
    win_and_record(cast, event, 0, MARCH)
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=MARCH)
    assert cast.registrar.account is not None
    client.force_login(cast.registrar.account)
    follows = "It includes corrections until it is published."
    assert follows in client.get(f"/rosters/{roster.key}/").content.decode()
    publish_roster(by=cast.registrar, roster=roster, at=NEXT_DAY)
    assert follows not in client.get(f"/rosters/{roster.key}/").content.decode()


def test_the_part_of_each_club_is_printed_once(cast: Cast) -> None:
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=MARCH)
    for club in ("Arden Whoopie Club", "Stow Whist Club", "Stow Whist Club"):
        have_part_printed(asker=None, roster=roster, club=club)
    parts = Job.objects.filter(kind=DOCUMENT_JOB, payload__has_key="club").order_by("pk")
    assert [part.payload["club"] for part in parts] == ["Arden Whoopie Club", "Stow Whist Club"]


def test_only_registrar_and_managing_executor_compile(cast: Cast) -> None:
    for stranger in (cast.director, cast.executor, cast.players[0]):
        with pytest.raises(Refusal) as refusal:
            compile_roster(by=stranger, as_of=MAY, at=MARCH)
        assert refusal.value.code == "not-allowed"


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("given", "family"),
    [
        ("Zoë", "Ängström"),
        ('"Ace"', "O'Neill, Jr"),
        ("", "Łukasz"),
        ("Line\nbreak", "Æthel"),
        ("", "=1+1"),
        ("-1", "@home"),
        ("", "'=1"),
        ("", "'"),
    ],
)
def test_both_databases_keep_the_same_text(cast: Cast, event: Event, given: str, family: str) -> None:
    """The sheet that the database wrote is the one that these lines give, in their order."""
    win_and_record(cast, event, 0, MARCH)
    Person.objects.filter(pk=cast.players[1].pk).update(given_names=given, family_name=family)
    Club.objects.update(name='Arden "Whoopie" Club')
    roster = compile_roster(by=cast.registrar, as_of=MAY, at=NEXT_DAY)
    expected = sorted((line for line, _ in lines_as_of(RosterKey(MAY))), key=by_degree)
    assert "".join(roster_sheets.texts(roster)) == text_of(expected)
    assert list(roster_sheets.lines(roster)) == expected
    cells = [cell for row in reader(io.StringIO("".join(roster_sheets.texts(roster)))) for cell in row]
    assert not [cell for cell in cells if cell.startswith(FORMULA)]


def test_names_are_filed_as_the_alphabet_has_them() -> None:
    names = ["Zorn", "Østergård", "de Vries", "Åberg", "Łukasz", "Ash", "O'Neill", "Ožbolt"]
    assert sorted(names, key=sorting_key) == [
        "Åberg",
        "Ash",
        "de Vries",
        "Łukasz",
        "O'Neill",
        "Østergård",
        "Ožbolt",
        "Zorn",
    ]
