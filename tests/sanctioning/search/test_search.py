"""What the search of the site finds, and who finds it."""

from __future__ import annotations

import datetime as dt
from random import Random

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from sanctioning.clubs.models import Club
from sanctioning.identity.found_by import words_of
from sanctioning.people.models.person import Person, Publicity
from sanctioning.people.services.registering import register_person
from sanctioning.search.passages import Passage, Passages
from sanctioning.search.selectors import Found, found_everywhere
from scoring.certificates.models import Certificate
from tests.cast import JANUARY, Cast, registered_event, sanctioned_event
from tests.fixtures import SignIn
from tournaments.events.models.event import Event

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def found(cast: Cast, text: str, asker: Person | None = None) -> dict[str, list[str]]:
    return titles(found_everywhere(asker=asker, text=text))


def titles(everything: Found) -> dict[str, list[str]]:
    return {found.kind: [hit.title for hit in found.hits] for found in everything.kinds}


def queries(text: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        found_everywhere(asker=None, text=text)
    return len(captured)


def somebody(cast: Cast, given: str, family: str, **more: object) -> Person:
    born = more.pop("born", None)
    person = register_person(
        by=cast.managing,
        given_names=given,
        family_name=family,
        home_club=cast.club,
        birth_date=born,  # type: ignore[arg-type]
        at=JANUARY,
    )
    Person.objects.filter(pk=person.pk).update(**{"publicity": Publicity.LISTED, **more})
    person.refresh_from_db()
    return person


@pytest.fixture
def celia(cast: Cast) -> Person:
    return somebody(cast, "Celia", "Bárnaby-Jones")


@pytest.mark.parametrize("typed", ["barnaby", "CELIA jones", "barnaby arden", "naby"])
def test_anybody_finds_who_lets_lists_show_the_name(cast: Cast, celia: Person, typed: str) -> None:
    assert found(cast, typed)["players"] == ["Celia Bárnaby-Jones"]


@pytest.mark.parametrize(
    "hidden",
    [{"publicity": Publicity.NUMBER}, {"publicity": Publicity.RESULTS}, {"born": dt.date(2020, 1, 1)}],
)
def test_whose_page_is_not_public_is_found_by_themselves_and_those_who_keep_the_records(
    cast: Cast, hidden: dict[str, object]
) -> None:
    person = somebody(cast, "Quentin", "Quillfeather", **hidden)
    for typed in ("quillfeather", "quilfeather", person.number):
        for asker in (None, cast.outsider, cast.director):
            assert "players" not in found(cast, typed, asker), (typed, asker)
        for asker in (cast.registrar, cast.managing, person):
            assert found(cast, typed, asker)["players"] == ["Quentin Quillfeather"], (typed, asker)
        assert person.name not in Client().get("/search/", {"q": typed}).content.decode().replace(typed, "")


def test_whoever_is_found_has_a_page_that_the_asker_may_open(cast: Cast, sign_in: SignIn) -> None:
    for choice in Publicity:
        somebody(cast, "Otto", f"Openpage {choice.label}", publicity=choice)
        somebody(cast, "Ina", f"Openpage {choice.label}", publicity=choice, born=dt.date(2020, 1, 1))
    for client in (Client(), sign_in(cast.players[0]), sign_in(cast.director), sign_in(cast.registrar)):
        kinds = client.get("/api/v1/search/", {"q": "openpage"}).json()["kinds"]
        paths = [hit["path"] for kind in kinds for hit in kind["hits"]]
        assert paths
        assert [client.get(path).status_code for path in paths] == [200] * len(paths)


def test_events_by_name_place_club_and_year_as_the_calendar_shows_them(cast: Cast) -> None:
    event = sanctioned_event(cast, name="Midsummer Invitational")
    year = str(event.first_day.year)
    for typed in ("midsummer", f"midsummer {year}", "invitational arden", "MIDSUMMER inv"):
        assert found(cast, typed)["events"] == [event.name], typed
    assert "events" not in found(cast, "midsummer 1999")
    for misspelt in ("midsumer", "midsommer", "invitatoinal"):
        assert found(cast, misspelt)["events"] == [event.name], misspelt


def test_an_event_without_a_sanction_is_found_by_those_who_run_it_alone(cast: Cast) -> None:
    event = registered_event(cast, name="Secret Rehearsal")
    for typed in ("rehearsal", "rehersal"):
        for asker in (None, cast.players[0], cast.outsider):
            assert "events" not in found(cast, typed, asker)
        for asker in (cast.director, cast.managing):
            assert found(cast, typed, asker)["events"] == [event.name]


def test_an_event_with_another_name_is_found_by_that(cast: Cast) -> None:
    event = sanctioned_event(cast, name="Midsummer Invitational")
    event.name = "Harvest Cup"
    event.save(update_fields=["name"])
    assert found(cast, "harvest")["events"] == ["Harvest Cup"]
    assert "events" not in found(cast, "midsummer")
    assert Event.objects.filter(found_by="").count() == 0


def test_clubs_that_are_approved_or_closed_and_no_others(cast: Cast) -> None:
    for state, seen in (
        (Club.State.APPROVED, True),
        (Club.State.APPLIED, False),
        (Club.State.REFUSED, False),
    ):
        Club.objects.filter(pk=cast.club.pk).update(
            state=state,
            approved_at=JANUARY if seen else None,
            reason="No." if state == Club.State.REFUSED else "",
        )
        assert ("clubs" in found(cast, cast.club.name)) is seen, state


def test_the_name_of_a_club_alone_finds_the_club_and_not_its_members(cast: Cast, celia: Person) -> None:
    assert found(cast, cast.club.name) == {"clubs": [cast.club.name]}


def test_a_whole_number_that_nobody_has_finds_nobody(cast: Cast) -> None:
    assert "players" not in found(cast, "W-99999-2")


def test_a_code_leads_to_its_certificate_and_a_number_to_its_player(season: Cast, client: Client) -> None:
    code = Certificate.objects.values_list("code", flat=True)[0]
    for typed in (code, code.lower(), code.replace("-", " ")):
        assert client.get("/search/", {"q": typed})["Location"] == f"/check/{code}/"
    player = season.players[0]
    Person.objects.filter(pk=player.pk).update(publicity=Publicity.LISTED)
    for typed in (player.number, player.number.lower().replace("-", "")):
        assert client.get("/search/", {"q": typed})["Location"] == f"/players/{player.number}/"


def test_the_rules_of_every_game_are_found_in_the_language_of_the_reader(cast: Cast) -> None:
    def rules(text: str) -> list[str]:
        kinds = found_everywhere(asker=None, text=text).kinds
        return [hit.path for kind in kinds if kind.kind == "rules" for hit in kind.hits]

    assert "/rules/#section-1" in rules("scramble joker")
    assert "/rules/#section-1" in rules("scrambel")
    assert "/rules/games/bid-whist/" in rules("kitty")
    with translation.override("de"):
        assert rules("durchgang mischt") == ["/rules/#section-1"]
        assert rules("scorekeeper asks everyone") == []


@pytest.mark.parametrize("typed", ["", " ", "x", "%", "_", "';--", "zzzzzzz", "a" * 5000, "W-99999-A"])
def test_nothing_is_found_and_the_page_says_so(cast: Cast, client: Client, typed: str) -> None:
    answer = client.get("/search/", {"q": typed})
    assert answer.status_code == 200
    assert not answer.context["found"].kinds
    assert client.get("/api/v1/search/", {"q": typed}).json() == {
        "kinds": [],
        "nearest": False,
        "said": "Nothing found. Check the spelling, or use fewer words.",
    }


@pytest.mark.random
def test_one_slip_of_the_pen_still_finds(cast: Cast) -> None:
    """A letter left out, doubled, wrong or exchanged with the next, anywhere after the first."""
    somebody(cast, "Wilhelmina", "Featherstone")
    chance = Random(19)
    for _ in range(40):
        letters = list("featherstone")
        at = chance.randrange(1, len(letters) - 1)
        match chance.randrange(4):
            case 0:
                del letters[at]
            case 1:
                letters.insert(at, letters[at])
            case 2:
                letters[at] = "x"
            case _:
                letters[at : at + 2] = letters[at + 1], letters[at]
        typed = "".join(letters)
        assert found(cast, typed)["players"] == ["Wilhelmina Featherstone"], typed


def test_the_number_of_queries_is_that_of_kinds_and_not_of_things(cast: Cast) -> None:
    few = queries("arden")
    for n in range(12):
        somebody(cast, "Anna", f"Ardenname{n}")
        sanctioned_event(cast, name=f"Ardenevent {n}")
    assert queries("arden") == few <= 8
    assert queries("qqqqqqqq") <= 15


class TestPassages:
    """Parts of pages, found by their words."""

    PASSAGES = Passages(
        [
            Passage(head="Undo", path="/help/undo/", text="What is taken back, and until when."),
            Passage(head="Fees", path="/help/fees/", text="Invoices are paid; a receipt can be undone."),
            Passage(head="Entries", path="/help/entries/", text="Who enters, and what they pay."),
        ]
    )

    @pytest.mark.parametrize(
        ("typed", "heads"),
        [
            ("undo", ["Undo", "Fees"]),
            ("undon", ["Fees"]),
            ("invoice", ["Fees"]),
            ("pay", ["Entries"]),
            ("pa", []),
            ("entries pay", ["Entries"]),
            ("entries invoices", []),
        ],
    )
    def test_every_word_begins_one_of_the_passage(self, typed: str, heads: list[str]) -> None:
        assert [hit.title for hit in self.PASSAGES.with_every(words_of(typed))] == heads

    @pytest.mark.parametrize("typed", ["invioces", "invoixe", "recipt", "reciept paid"])
    def test_a_word_that_none_has_is_read_as_the_one_most_like_it(self, typed: str) -> None:
        assert [hit.title for hit in self.PASSAGES.nearest(words_of(typed))] == ["Fees"]
        assert self.PASSAGES.nearest(words_of("zzzzzz")) == []


@pytest.mark.postgresql
def test_events_and_clubs_are_found_by_their_index_of_words(cast: Cast) -> None:
    """Going through all rows, by the table or by an index, is made to look costly, as with a million."""
    sanctioned_event(cast, name="Midsummer Invitational")
    for text, index in (
        ("midsummer", "event_by_words"),
        ("midsumer", "event_by_words"),
        (cast.club.name, "club_by_words"),
        ("ardenn whoopy", "club_by_words"),
    ):
        with connection.cursor() as cursor:
            for scan in ("seqscan", "indexscan", "indexonlyscan"):
                cursor.execute(f"SET LOCAL enable_{scan} = off")
        with CaptureQueriesContext(connection) as captured:
            found_everywhere(asker=None, text=text)
        searches = [query["sql"] for query in captured if query["sql"].startswith("SELECT")]
        with connection.cursor() as cursor:
            plans = [explained(cursor, search) for search in searches]
        assert any(index in plan for plan in plans), (text, plans)


def explained(cursor: CursorWrapper, search: str) -> str:
    cursor.execute(f"EXPLAIN {search}")
    return "\n".join(row[0] for row in cursor.fetchall())
