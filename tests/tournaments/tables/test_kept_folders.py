"""A table that a process keeps from stanza to stanza is never older than what the database holds."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from threading import Thread
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from sanctioning.clubs.models import Club
from sanctioning.law.models.levels import Level
from sanctioning.people.models.person import Person, PrivateData, Publicity
from tests.cast import MARCH, Cast, make_cast
from tests.support.play import drawn_table, random_body, table
from tournaments.events.models.event import Event
from tournaments.games.models import Game, GamePlayer
from tournaments.tables import kept_folders
from tournaments.tables.game_folders import GameFolder, read_folder
from tournaments.tables.kept_folders import current_folder, keep
from tournaments.tables.models.authorisation import Authorisation
from tournaments.tables.models.sheet import StanzaVersion
from tournaments.tables.services.authorisations import name_scorekeeper
from tournaments.tables.services.seating import get_up
from tournaments.tables.services.stanzas import report_stanza
from tournaments.tables.services.table_links import make_link, secret_of, withdraw_link

ADDRESS = "/api/v1/events/spring-whoopie/games/1/pad/"

pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no marks, so nothing is kept."),
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def game(cast: Cast) -> Game:
    kept_folders._KEPT = kept_folders._KeptFolders()  # type: ignore[misc]
    game = drawn_table(cast, cast.players[:5])
    for number in (1, 2, 3):
        report(cast, game, number)
    return game


@pytest.fixture
def pad(cast: Cast, game: Game) -> APIClient:
    client = APIClient()
    secret = secret_of(make_link(by=cast.director, game=game, at=MARCH))
    client.credentials(HTTP_AUTHORIZATION=f"Table {secret}")
    assert client.get(ADDRESS).status_code == 200
    return client


def report(cast: Cast, game: Game, number: int, *, replaces: int = 0, seed: int = 0) -> StanzaVersion:
    by = cast.players[0]
    body = random_body(table(cast, game), Random(number + seed))
    key = f"{number}-{seed}"
    if replaces:
        body = StanzaVersion.objects.filter(game=game, number=number).latest("version").body
    return report_stanza(
        by=by,
        game=game,
        number=number,
        body=body,
        idempotency_key=key,
        replaces=replaces,
        reason="A slip." if replaces else "",
    )


def send(pad: APIClient, cast: Cast, game: Game, number: int) -> Any:
    body = json.dumps(random_body(table(cast, game), Random(number)))
    return pad.post(
        f"{ADDRESS}stanzas/?number={number}",
        body,
        content_type="application/json",
        headers={"Idempotency-Key": f"pad-{number}"},
    )


def contents(folder: GameFolder) -> Any:
    """All that a folder holds, as the database has it."""

    def row(thing: Any) -> Any:
        return {field.attname: getattr(thing, field.attname) for field in thing._meta.concrete_fields}

    def person(who: Person) -> Any:
        private = PrivateData.objects.filter(person=who).first()
        held = getattr(who, "private", None)
        assert (held and row(held)) == (private and row(private))
        return row(who), row(who.identity)

    event = folder.game.event
    sanction = event.sanction
    assert sanction is not None
    parts = (event, event.club, sanction, sanction.level, sanction.type, sanction.articles, sanction.rule_set)
    return {
        "games": [row(member) for member in folder.family.games.values()],
        "event": [row(part) for part in parts],
        "players": [(row(player), person(player.person)) for player in folder.family.players],
        "stays": [row(stay) for stay in folder.family.stays],
        "versions": {number: row(version) for number, version in folder.versions.items()},
        "sent": {key: (row(version), person(version.reporter)) for key, version in folder.sent.items()},
        "sheets": {key: row(sheet) for key, sheet in folder.sheets.items()},
        "authorisations": [row(authorisation) for authorisation in folder.authorisations],
        "amendments": folder.amendments,
    }


def as_kept(game: Game) -> GameFolder:
    folder = current_folder(Game.objects.get(pk=game.pk))
    keep(folder)
    return folder


def renamed(cast: Cast, game: Game) -> None:
    Person.objects.filter(pk=cast.players[1].pk).update(family_name="Newname")


def hidden(cast: Cast, game: Game) -> None:
    Person.objects.filter(pk=cast.players[1].pk).update(publicity=Publicity.NUMBER)


def anonymised(cast: Cast, game: Game) -> None:
    Person.objects.filter(pk=cast.players[1].pk).update(family_name="-", given_names="", anonymised_at=MARCH)


def merged(cast: Cast, game: Game) -> None:
    Person.objects.filter(pk=cast.players[1].pk).update(merged_into=cast.outsider)


def merged_and_the_kept_one_renamed(cast: Cast, game: Game) -> None:
    merged(cast, game)
    as_kept(game)
    Person.objects.filter(pk=cast.outsider.pk).update(family_name="Newname")


def of_age(cast: Cast, game: Game) -> None:
    born = MARCH.date().replace(year=2020)
    PrivateData.objects.update_or_create(person=cast.players[1], defaults={"birth_date": born})


def event_changed(cast: Cast, game: Game) -> None:
    Event.objects.filter(pk=game.event_id).update(name="Another name")


def club_changed(cast: Cast, game: Game) -> None:
    Club.objects.filter(events=game.event_id).update(name="Another club")


def level_called_otherwise(cast: Cast, game: Game) -> None:
    Level.objects.filter(sanctions__event=game.event_id).update(name="Another level")


def planned_otherwise(cast: Cast, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(planned={"stanzas": 7})


def somebody_left(cast: Cast, game: Game) -> None:
    get_up(by=cast.director, game=game, person=cast.players[2])


def left_behind_the_back_of_every_service(cast: Cast, game: Game) -> None:
    player = GamePlayer.objects.get(game=game, person=cast.players[3])
    player.stays.update(until=3)


def scorekeeper_named(cast: Cast, game: Game) -> None:
    record_id = GamePlayer.objects.get(game=game, person=cast.players[4]).record_id
    name_scorekeeper(by=cast.executor, game=game, player=record_id, reason="The draw was tied.")


def authorised_behind_the_back_of_every_service(cast: Cast, game: Game) -> None:
    player = GamePlayer.objects.get(game=game, person=cast.players[2])
    Authorisation.objects.create(
        game=game, kind="scorekeeper", player=player, stanza=2, reason="So it is.", by=cast.executor, at=MARCH
    )


def stanza_reported_elsewhere(cast: Cast, game: Game) -> None:
    in_another_process(lambda: report(cast, game, 4))


def two_stanzas_and_a_correction_elsewhere(cast: Cast, game: Game) -> None:
    def act() -> None:
        report(cast, game, 5)
        report(cast, game, 6)
        report(cast, game, 2, replaces=1, seed=1)

    in_another_process(act)


def in_another_process(act: Callable[[], object]) -> None:
    """What this process keeps is laid aside while another one, which keeps its own, does something."""
    mine = kept_folders._KEPT
    kept_folders._KEPT = kept_folders._KeptFolders()  # type: ignore[misc]
    try:
        act()
    finally:
        kept_folders._KEPT = mine  # type: ignore[misc]


CHANGES = (
    renamed,
    hidden,
    anonymised,
    merged,
    merged_and_the_kept_one_renamed,
    of_age,
    event_changed,
    club_changed,
    level_called_otherwise,
    planned_otherwise,
    somebody_left,
    left_behind_the_back_of_every_service,
    scorekeeper_named,
    authorised_behind_the_back_of_every_service,
    stanza_reported_elsewhere,
    two_stanzas_and_a_correction_elsewhere,
)


def test_what_is_kept_is_never_older_than_the_database(cast: Cast, game: Game) -> None:
    """One after the other, so that each is seen on top of all before."""
    as_kept(game)
    for change in CHANGES:
        assert kept_folders._KEPT._folders, f"nothing is kept before {change.__name__}"
        change(cast, game)
        folder = as_kept(game)
        assert contents(folder) == contents(read_folder(folder.game)), change.__name__


def test_a_stanza_takes_nine_statements_the_first_and_the_sixtieth_alike(cast: Cast, pad: APIClient) -> None:
    """All that the database is sent: the link, the lock, the marks, four rows, and the transaction around."""
    game = drawn_table(cast, cast.players[5:10], event=Event.objects.get(), stanzas=60)
    client = APIClient()
    secret = secret_of(make_link(by=cast.director, game=game, at=MARCH))
    client.credentials(HTTP_AUTHORIZATION=f"Table {secret}")
    address = f"/api/v1/events/spring-whoopie/games/{game.number}/pad/"
    assert client.get(address).status_code == 200
    asked: dict[int, int] = {}
    for number in range(1, 61):
        body = json.dumps(random_body(table(cast, game), Random(number)))
        with CaptureQueriesContext(connection) as statements:
            answer = client.post(
                f"{address}stanzas/?number={number}",
                body,
                content_type="application/json",
                headers={"Idempotency-Key": f"{game.pk}-{number}"},
            )
        assert answer.status_code == 201, answer.content
        asked[number] = len(statements)
    assert asked == {1: 11, **dict.fromkeys(range(2, 61), 9)}
    with CaptureQueriesContext(connection) as statements:
        assert client.get(address).status_code == 200
    assert len(statements) == 7


def test_a_process_that_is_behind_takes_two_statements_more(cast: Cast, game: Game, pad: APIClient) -> None:
    in_another_process(lambda: report(cast, game, 4))
    body = json.dumps(random_body(table(cast, game), Random(5)))
    with CaptureQueriesContext(connection) as statements:
        answer = pad.post(
            f"{ADDRESS}stanzas/?number=5",
            body,
            content_type="application/json",
            headers={"Idempotency-Key": "pad-5"},
        )
    assert (answer.status_code, len(statements)) == (201, 11)
    assert contents(as_kept(game)) == contents(read_folder(game))


def test_a_link_withdrawn_opens_nothing_that_is_kept(cast: Cast, game: Game, pad: APIClient) -> None:
    assert send(pad, cast, game, 4).status_code == 201
    withdraw_link(by=cast.director, game=game, at=MARCH)
    refused = send(pad, cast, game, 5)
    assert (refused.status_code, refused.json()["code"]) == (403, "link-withdrawn")
    assert pad.get(ADDRESS).json()["code"] == "link-withdrawn"


def test_a_pad_hears_of_another_name(cast: Cast, game: Game, pad: APIClient) -> None:
    heard = pad.get(ADDRESS).headers["ETag"]
    assert pad.get(ADDRESS, headers={"If-None-Match": heard}).status_code == 304
    renamed(cast, game)
    answer = pad.get(ADDRESS, headers={"If-None-Match": heard})
    assert answer.status_code == 200
    assert any("Newname" in name for name in answer.json()["table"]["names"].values())
    [seat] = [
        seat for seat in send(pad, cast, game, 4).json()["table"]["seated"] if "Newname" in seat["name"]
    ]
    assert seat["player"] == cast.players[1].number


def test_what_is_taken_back_is_not_kept(
    cast: Cast, game: Game, pad: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_args: object, **_more: object) -> None:
        raise RuntimeError("The power failed.")

    with monkeypatch.context() as broken:
        broken.setattr("tournaments.tables.services.stanzas.note", fails)
        with pytest.raises(RuntimeError):
            report(cast, game, 4)
    assert contents(as_kept(game)) == contents(read_folder(game))
    assert send(pad, cast, game, 4).status_code == 201


def test_two_that_report_one_stanza_at_once_are_told_apart(cast: Cast, game: Game, pad: APIClient) -> None:
    body = random_body(table(cast, game), Random(4))
    codes: list[int] = []
    credentials: dict[str, Any] = vars(pad)["_credentials"]

    def act(key: str) -> None:
        client = APIClient()
        client.credentials(**credentials)
        answer = client.post(
            f"{ADDRESS}stanzas/?number=4",
            json.dumps(body),
            content_type="application/json",
            headers={"Idempotency-Key": key},
        )
        codes.append(answer.status_code)
        connection.close()

    threads = [Thread(target=act, args=(f"thread-{at}",)) for at in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [201, 409, 409, 409]
    assert contents(as_kept(game)) == contents(read_folder(game))


def test_no_more_folders_are_kept_than_said(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_folders, "MOST", 2)
    kept, folder = kept_folders._KeptFolders(), as_kept(game)
    for key in (1, 2, 3):
        other = Game(pk=key, event=folder.game.event, number=key)
        kept.put(GameFolder(**{**vars_of(folder), "game": other}))
    assert kept.take(1) is None
    assert len(kept.games) == 2


def vars_of(folder: GameFolder) -> dict[str, Any]:
    return {name: getattr(folder, name) for name in GameFolder.__dataclass_fields__}
