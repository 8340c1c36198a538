"""The desk on one's own page: what waits is counted for whoever can deal with it, and for nobody else."""

from __future__ import annotations

import datetime as dt
import html
from random import Random

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils.timezone import now

from sanctioning.clubs.services.clubs import register_club
from sanctioning.kit.clock import today
from sanctioning.kit.waiting import registry as waiting
from sanctioning.kit.waiting.by_last_day import by_last_day
from sanctioning.kit.waiting.kept import count_since, revision_of
from sanctioning.kit.waiting.registry import WaitingLine, Waits
from sanctioning.people.models.person import Person
from sanctioning.sanctions.services.applications import return_sanction, submit_sanction
from scoring.demo.sample_records import as_file
from tests.cast import MARCH, Cast, open_table, record_of, registered_event, reported, sanctioned_event
from tests.fixtures import SignIn
from tests.scoring.players.test_desk_pages import faulty
from tests.support.play import drawn_table, play
from tournaments.events.services.events import apply_for_sanction
from tournaments.reports.services.reports import take_report


def desk_of(client: Client) -> str:
    return html.unescape(client.get("/me/").content.decode())


def count_waiting(person: Person) -> int:
    return count_since(person, revision_of(person))


def test_the_managing_executor_sees_what_is_to_be_decided(cast: Cast, sign_in: SignIn) -> None:
    managing = sign_in(cast.managing)
    assert "Nothing is waiting for you" in desk_of(managing)
    register_club(by=cast.outsider, name="Strays", place="Stow")
    register_club(by=cast.outsider, name="Rovers", place="Stow")
    assert "2 clubs to decide on" in desk_of(managing)
    assert "to decide on" not in desk_of(sign_in(cast.director))


def test_an_application_waits_for_the_club_then_for_the_authority(cast: Cast, sign_in: SignIn) -> None:
    director, managing = sign_in(cast.director), sign_in(cast.managing)
    starts = now() + dt.timedelta(days=60)
    event = registered_event(
        cast, "Summer Whoopie", starts_at=starts, ends_at=starts + dt.timedelta(hours=6), at=None
    )
    sanction = apply_for_sanction(
        by=cast.director,
        event=event,
        level=cast.levels["open"],
        event_type=cast.types["club-game"],
        submit=False,
    )
    page = desk_of(director)
    assert "1 application to send in" in page
    assert f"/events/{event.slug}/application/" in page
    submit_sanction(by=cast.director, sanction=sanction)
    assert "to send in" not in desk_of(director)
    assert "1 application to decide on" in desk_of(managing)
    return_sanction(by=cast.managing, sanction=sanction, question="How many tables?")
    assert "1 question to answer about an event" in desk_of(director)
    assert "application to decide on" not in desk_of(managing)


def test_a_game_waits_for_one_after_the_other(cast: Cast, sign_in: SignIn) -> None:
    director, executor = sign_in(cast.director), sign_in(cast.executor)
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    assert "1 game to be reported" in desk_of(director)
    assert "Not reported yet" in desk_of(executor)
    reported(cast, game, faulty(cast))
    assert "1 report with errors to correct" in desk_of(director)
    assert "1 game with errors to settle" in desk_of(executor)
    reported(cast, game, record_of(cast.players[:4]), key="second")
    assert "1 final sheet to confirm" in desk_of(director)
    director.post("/events/spring-whoopie/games/1/confirm/")
    assert "Waiting for its Acting Executor" in desk_of(director)
    assert "1 game to certify" in desk_of(executor)
    executor.post("/events/spring-whoopie/games/1/certify/")
    assert "Spring Whoopie" not in desk_of(executor)


def test_coming_events_lead_to_entries_check_in_and_rounds(cast: Cast, sign_in: SignIn) -> None:
    director, executor = sign_in(cast.director), sign_in(cast.executor)
    assert "No coming events" in desk_of(director)
    sanctioned_event(cast, at=now())
    page = desk_of(director)
    for path in ("manage/", "manage/check-in/", "rounds/"):
        assert f'href="/events/spring-whoopie/{path}"' in page
    assert "coming events" not in desk_of(executor)


def test_nobody_is_asked_to_confirm_the_own_report(cast: Cast, sign_in: SignIn) -> None:
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    data = as_file(record_of(cast.players[:4]))
    take_report(by=cast.director, game=game, data=data, idempotency_key="own", at=MARCH)
    page = desk_of(sign_in(cast.director))
    assert "final sheet to confirm" not in page
    assert "Waiting for a second person" in page


@pytest.mark.parametrize("role", ["managing", "registrar", "executor", "director"])
def test_a_desk_asks_the_same_with_few_things_and_with_many(cast: Cast, sign_in: SignIn, role: str) -> None:
    client = sign_in(getattr(cast, role))
    event = sanctioned_event(cast)

    def more(count: int) -> None:
        for number in range(count):
            register_club(by=cast.outsider, name=f"Club {count} {number}", place="Stow")
            open_table(cast, event, cast.players[:4])

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get("/me/")
        return len(captured)

    more(2)
    few = queries()
    more(7)
    assert queries() == few


def test_each_thing_that_waits_has_a_line_with_its_days_and_the_masthead_counts_them(
    cast: Cast, sign_in: SignIn
) -> None:
    managing = sign_in(cast.managing)
    assert "Nothing is waiting for you" in managing.get("/me/waiting/").content.decode()
    register_club(by=cast.outsider, name="Strays", place="Stow")
    register_club(by=cast.outsider, name="Rovers", place="Stow")
    page = html.unescape(managing.get("/me/waiting/").content.decode())
    assert 'href="/clubs/strays/desk/"' in page
    assert "since" in page
    assert "until" in page
    assert '<span class="count">2<span' in managing.get("/calendar/").content.decode()
    assert '<span class="count">' not in sign_in(cast.outsider).get("/calendar/").content.decode()
    api = managing.get("/api/v1/me/waiting/").json()
    assert [(kind["kind"], len(kind["lines"])) for kind in api] == [("clubs", 2)]


def test_the_count_holds_until_the_next_act_and_asks_little_meanwhile(
    cast: Cast,
) -> None:
    assert count_waiting(cast.managing) == 0
    with CaptureQueriesContext(connection) as queries:
        assert count_waiting(cast.managing) == 0
    assert len(queries) == 2, "their offices, which every page has asked for, and the last act"
    register_club(by=cast.outsider, name="Strays", place="Stow")
    assert count_waiting(cast.managing) == 1


def test_a_stanza_has_nobody_counted_again_but_those_who_rule(cast: Cast) -> None:
    game = drawn_table(cast, cast.players[:4])
    count_waiting(cast.director)
    play(cast, game, 1, Random(1))
    asked: dict[Person, int] = {}
    for person in (cast.director, cast.executor):
        with CaptureQueriesContext(connection) as queries:
            count_waiting(person)
        asked[person] = len(queries)
    assert asked[cast.director] == 2
    assert asked[cast.executor] > 5


@pytest.mark.both_databases
def test_a_stanza_is_the_latest_act_for_those_who_rule_alone(cast: Cast) -> None:
    """What is kept goes by the latest act; on PostgreSQL also when transactions of tests beside this end."""
    game = drawn_table(cast, cast.players[:4])
    people = (cast.director, cast.executor)
    before = [revision_of(person).latest_act for person in people]
    play(cast, game, 1, Random(1))
    after = [revision_of(person).latest_act for person in people]
    assert [act != earlier for act, earlier in zip(after, before, strict=True)] == [False, True]


def test_the_count_is_shown_while_the_service_that_counts_attempts_is_down(cast: Cast) -> None:
    down = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    with override_settings(CACHES={**settings.CACHES, "default": down}):
        assert count_waiting(cast.managing) == 0


def test_a_count_that_fails_breaks_no_page_and_is_written_down(
    cast: Cast, sign_in: SignIn, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_holder: waiting.WaitingPerson) -> list[waiting.Waits]:
        raise KeyError("stanza")

    register_club(by=cast.outsider, name="Strays", place="Stow")
    managing = sign_in(cast.managing)
    with waiting.WAITS.with_one_more("broken", broken):
        page = managing.get("/calendar/")
    assert page.status_code == 200
    assert "for you to do" not in page.content.decode()
    assert [record.exc_info is not None for record in caplog.records if "masthead" in record.message] == [
        True
    ]
    assert "for you to do" in managing.get("/calendar/").content.decode()


def test_a_player_is_asked_to_confirm_the_sheet_of_a_game_that_another_reported(
    cast: Cast, sign_in: SignIn
) -> None:
    game = open_table(cast, sanctioned_event(cast), cast.players[:4])
    reported(cast, game, record_of(cast.players[:4]))
    first, second = sign_in(cast.players[0]), sign_in(cast.players[1])
    assert "1 final sheet to confirm" in second.get("/me/waiting/").content.decode()
    assert "Nothing is waiting for you" in first.get("/me/waiting/").content.decode()


def test_a_further_source_adds_its_lines_from_its_own_module(cast: Cast) -> None:
    line = waiting.WaitingLine(name="A ruling", path="/rulings/1/")
    kind = waiting.Waits(kind="rulings", rank=5, title="1 ruling", lines=(line,))
    with waiting.WAITS.with_one_more("justice", lambda holder: [kind]):
        assert count_waiting(cast.outsider) == 1


def test_what_ends_within_a_week_comes_before_the_rest_and_what_happens_now_before_that(cast: Cast) -> None:
    def kind(name: str, rank: int, days: int | None) -> waiting.Waits:
        until = None if days is None else today() + dt.timedelta(days=days)
        return waiting.Waits(
            kind=name, rank=rank, title=name, lines=(WaitingLine(name=name, path="/", until=until),)
        )

    kinds = [
        kind("undated", 3, None),
        kind("in a month", 1, 30),
        kind("in a week", 9, 7),
        kind("tomorrow", 20, 1),
        kind("calls", 0, None),
    ]
    with waiting.WAITS.with_one_more("ordered", lambda holder: kinds):
        ordered = [waits.kind for waits in waiting.waiting_for(waiting.holder_of(cast.outsider))]
    assert ordered == ["calls", "tomorrow", "in a week", "in a month", "undated"]


def test_all_that_waits_is_listed_by_its_last_day_too() -> None:
    march, may = dt.date(2025, 3, 8), dt.date(2025, 5, 15)
    groups = (
        waiting.Waits(
            kind="appeals",
            rank=5,
            title="2 appeals to judge",
            lines=(
                waiting.WaitingLine(name="A-2", path="/", until=may),
                waiting.WaitingLine(name="A-1", path="/", until=march),
            ),
        ),
        waiting.Waits(
            kind="findings", rank=9, title="1 finding", lines=(waiting.WaitingLine(name="F", path="/"),)
        ),
        waiting.Waits(
            kind="votes",
            rank=7,
            title="A vote",
            lines=(waiting.WaitingLine(name="V", path="/", until=march),),
        ),
    )
    days = by_last_day(groups)
    assert [day.until for day in days] == [march, may, None]
    assert [(thing.line.name, thing.words) for thing in days[0].things] == [
        ("A-1", "appeals to judge"),
        ("V", "A vote"),
    ]


def test_the_page_lists_what_waits_by_its_last_day(cast: Cast, sign_in: SignIn) -> None:
    register_club(by=cast.outsider, name="Strays", place="Stow")
    managing = sign_in(cast.managing)
    assert "?by=day" in managing.get("/me/waiting/").content.decode()
    dated = managing.get("/me/waiting/?by=day").content.decode()
    assert "Strays" in dated
    assert "Clubs to decide on" in dated or "Club to decide on" in dated
    assert "By kind, most urgent first" in dated


def test_what_is_overdue_comes_first_and_what_has_no_last_day_comes_last() -> None:
    days = [None, dt.date(2025, 3, 9), dt.date(2025, 3, 2), None, dt.date(2025, 3, 5)]
    lines = tuple(WaitingLine(name=str(day), path="/", until=day) for day in days)
    ordered = by_last_day([Waits(kind="votes", rank=1, title="5 votes", lines=lines)])
    assert [(day.until, len(day.things)) for day in ordered] == [
        (dt.date(2025, 3, 2), 1),
        (dt.date(2025, 3, 5), 1),
        (dt.date(2025, 3, 9), 1),
        (None, 2),
    ]
