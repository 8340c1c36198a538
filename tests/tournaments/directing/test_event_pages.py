"""An event by its pages: entries, the list at the door, rounds, draws and table cards."""

from __future__ import annotations

import datetime as dt
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from rules_engine.decide import answer
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.people.models.person import Person
from tests.cast import Cast, certified, open_table, sanctioned_event
from tests.fixtures import SignIn
from tournaments.entries.models.entry import Entry
from tournaments.events.models.event import Event
from tournaments.games.models import Game, GamePlayer
from tournaments.rounds.models.round import Round

MANAGE = "/events/spring-whoopie/manage/"
DOOR = f"{MANAGE}check-in/"
ROUNDS = "/events/spring-whoopie/rounds/"


def event_tomorrow(cast: Cast, **terms: Any) -> Event:
    event = sanctioned_event(cast)
    starts_at = timezone.now() + dt.timedelta(days=1)
    Event.objects.filter(pk=event.pk).update(
        starts_at=starts_at, ends_at=starts_at + dt.timedelta(hours=6), **terms
    )
    event.refresh_from_db()
    return event


def enter(director: Client, cast: Cast, count: int) -> None:
    for player in cast.players[:count]:
        director.post(f"{MANAGE}enter/", {"number": player.number})


def check_in_all(director: Client) -> None:
    for entry in Entry.objects.filter(state="entered"):
        director.post(f"{DOOR}{entry.pk}/check-in/")


def page_of(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_a_player_enters_waits_moves_up_and_withdraws(cast: Cast, sign_in: SignIn) -> None:
    event_tomorrow(cast, capacity=3, answer_hours=0)
    director, player = sign_in(cast.director), sign_in(cast.players[4])
    enter(director, cast, 3)
    assert "Your entry" in page_of(player, "/events/spring-whoopie/")
    page = player.post("/events/spring-whoopie/entry/", {"act": "enter"}, follow=True).content.decode()
    assert "You are on the waiting list." in page
    assert "You are 1st on the waiting list" in page
    first = Entry.objects.get(person=cast.players[0])
    for nonsense in ("²", "9" * 5000):
        assert director.post(f"{MANAGE}withdraw/", {"entry": nonsense}).status_code == 404
    asked = director.post(f"{MANAGE}withdraw/", {"entry": first.pk})
    assert (asked.status_code, first.person.name in asked.content.decode()) == (409, True)
    director.post(f"{MANAGE}withdraw/", {"entry": first.pk, "sure": "yes"})
    assert "Withdraw your entry" in page_of(player, "/events/spring-whoopie/entry/")
    assert "You have a place in Spring Whoopie" in page_of(player, "/me/messages/")
    player.post("/events/spring-whoopie/entry/", {"act": "withdraw"})
    assert "Your entry is withdrawn." in page_of(player, "/events/spring-whoopie/entry/")


def test_a_name_like_that_of_somebody_known_is_asked_about(cast: Cast, sign_in: SignIn) -> None:
    """A typo made a second person of somebody who was entered already."""
    event_tomorrow(cast)
    director, ash = sign_in(cast.director), cast.players[0]
    people = Person.objects.count()
    typed = {"number": "", "given_names": ash.given_names, "family_name": ash.family_name.lower()}
    asked = director.post(f"{MANAGE}enter/", typed)
    assert asked.status_code == 409
    page = asked.content.decode()
    assert f'name="number" value="{ash.number}"' in page
    assert 'value="ash"' in page
    assert (Person.objects.count(), Entry.objects.count()) == (people, 0)
    assert director.post(f"{MANAGE}enter/", {**typed, "number": ash.number}).status_code == 302
    assert (Person.objects.count(), Entry.objects.get().person) == (people, ash)
    entered = director.post(f"{MANAGE}enter/", typed).content.decode()
    assert f'name="number" value="{ash.number}"' not in entered
    assert re.search(rf"{ash.name}, {ash.number}[^/]*already entered", entered)
    Entry.objects.update(state=Entry.State.WITHDRAWN)
    assert f'name="number" value="{ash.number}"' in director.post(f"{MANAGE}enter/", typed).content.decode()
    assert director.post(f"{MANAGE}enter/", {**typed, "seen": "yes"}).status_code == 302
    assert Person.objects.count() == people + 1


@pytest.mark.both_databases
def test_a_record_of_which_nothing_came_is_deleted(cast: Cast, sign_in: SignIn) -> None:
    event_tomorrow(cast)
    director, registrar = sign_in(cast.director), sign_in(cast.registrar)
    typed = {"number": "", "given_names": "Celia", "family_name": "barnaby"}
    director.post(f"{MANAGE}enter/", typed)
    celia = Person.objects.get(family_name="barnaby")
    act = f"/people/{celia.number}/delete/"
    kept = registrar.post(act, {"reason": "Typed twice."})
    assert (kept.status_code, "entries refer to it" in kept.content.decode()) == (409, True)
    registrar.cookies["django_language"] = "de"
    in_german = registrar.post(act, {"reason": "Typed twice."}).content.decode()
    assert "denn es gibt noch: Anmeldungen." in in_german
    registrar.cookies["django_language"] = "en-gb"
    director.post(f"{MANAGE}withdraw/", {"entry": Entry.objects.get().pk})
    assert director.post(act, {"reason": "Typed twice."}).status_code in (403, 404)
    assert "Delete the record" in page_of(registrar, f"/people/{celia.number}/")
    assert registrar.post(act, {"reason": ""}).status_code == 422
    assert registrar.post(act, {"reason": "Typed twice."}).status_code == 302
    assert not Person.objects.filter(pk=celia.pk).exists()
    assert not Entry.objects.exists()
    kept_in_trail = AuditEntry.objects.get(action="delete record")
    gone = AuditEntry.objects.get(action="delete entry")
    assert (gone.by, gone.why, (gone.before or {})["person"]) == (
        kept_in_trail.by,
        kept_in_trail.why,
        celia.number,
    )
    assert (kept_in_trail.why, (kept_in_trail.before or {})["number"]) == ("Typed twice.", celia.number)
    assert page_of(sign_in(cast.managing), "/authority/trail/")
    for person in (cast.players[0], cast.director):
        used = registrar.post(
            f"/api/v1/people/{person.number}/delete/", {"reason": "Mine."}, "application/json"
        )
        assert used.json()["code"] == "record-in-use", person
    director.post(f"{MANAGE}enter/", {**typed, "family_name": "Nobody"})
    assert Person.objects.get(family_name="Nobody").number != celia.number


def test_who_sits_at_a_table_is_asked_before_withdrawing(cast: Cast, sign_in: SignIn) -> None:
    event = event_tomorrow(cast)
    director, player = sign_in(cast.director), sign_in(cast.players[1])
    enter(director, cast, 4)
    open_table(cast, event, cast.players[:4])
    own = "/events/spring-whoopie/entry/"
    asked = player.post(own, {"act": "withdraw"})
    assert asked.status_code == 409
    assert 'name="act" value="leave"' in asked.content.decode()
    entry = Entry.objects.get(person=cast.players[2])
    managed = director.post(f"{MANAGE}withdraw/", {"entry": entry.pk})
    assert (managed.status_code, "Leave the table and withdraw?" in managed.content.decode()) == (409, True)
    refused = player.post(f"/api/v1/events/spring-whoopie/entries/{entry.pk - 1}/withdraw/")
    assert refused.json()["code"] == "sits-at-a-table"
    assert Entry.objects.filter(state="entered").count() == 4
    assert player.post(own, {"act": "leave"}).status_code == 302
    assert director.post(f"{MANAGE}withdraw/", {"entry": entry.pk, "sure": "yes"}).status_code == 302
    assert Entry.objects.filter(state="withdrawn").count() == 2
    assert GamePlayer.objects.filter(seat__isnull=False).count() == 2
    assert "has left a table at Spring Whoopie" in page_of(director, "/me/messages/")


def test_somebody_new_who_is_here_is_entered_and_checked_in_at_once(cast: Cast, sign_in: SignIn) -> None:
    event = event_tomorrow(cast)
    director = sign_in(cast.director)
    assert re.search(
        r"<details open>\s*<summary>Somebody without a number", page_of(director, f"{MANAGE}?new=yes")
    )
    carried = page_of(director, f"{MANAGE}?new=yes&name=Nora+van+Newcomer")
    assert ('value="Nora van"' in carried, 'value="Newcomer"' in carried) == (True, True)
    typed = {"number": "", "given_names": "Nora", "family_name": "Newcomer"}
    director.post(f"{MANAGE}enter/", {**typed, "present": "yes"})
    assert event.entries.get().checked_in_at is not None
    double = director.post(f"{MANAGE}enter/", {**typed, "given_names": "Norah"}).content.decode()
    assert ('id="doubles"' in double, "form-errors.js" in double) == (True, True)
    director.post(f"{MANAGE}enter/", {**typed, "given_names": "Abel", "family_name": "Stone"})
    assert event.entries.get(person__given_names="Abel").checked_in_at is None


def test_somebody_new_is_registered_and_entered_late(cast: Cast, sign_in: SignIn) -> None:
    event_tomorrow(cast, entries_until=dt.date(2025, 1, 1))
    director = sign_in(cast.director)
    typed = {"number": "", "given_names": "Nora", "family_name": "Newcomer"}
    refused = director.post(f"{MANAGE}enter/", typed)
    assert refused.status_code == 422
    assert 'value="Newcomer"' in refused.content.decode()
    assert not Entry.objects.exists()
    director.post(f"{MANAGE}enter/", {**typed, "late_for": "Walked in."})
    entry = Entry.objects.get()
    assert (entry.person.name, entry.late_for) == ("Nora Newcomer", "Walked in.")
    assert "late: Walked in." in page_of(director, MANAGE)


def test_the_list_at_the_door(cast: Cast, sign_in: SignIn) -> None:
    event_tomorrow(cast, entry_fee=1250)
    director = sign_in(cast.director)
    enter(director, cast, 3)
    ash, birch, cedar = Entry.objects.order_by("pk")
    page = director.post(f"{DOOR}{ash.pk}/check-in/", follow=True).content.decode()
    assert counted(page) == {"Here": "1", "Not here yet": "2"}
    missing, _, here = page.partition('id="door"')[2].partition('id="here"')
    assert ("B Birch" in missing, "A Ash" in missing, "A Ash" in here) == (True, False, True)
    sought = page_of(director, f"{DOOR}?q=birch")
    assert "B Birch" in sought
    assert "C Cedar" not in sought
    assert "B Birch" in page_of(director, f"{DOOR}?q=birch+b"), "words, in any order"
    back = director.post(f"{DOOR}{birch.pk}/check-in/", {"q": "birch"})
    assert back["Location"] == f"{DOOR}?q=birch#entry-{birch.pk}"
    director.post(f"{DOOR}{ash.pk}/paid/")
    silent = director.post(f"{DOOR}{birch.pk}/waive/", {"text": " "})
    assert silent.status_code == 422
    director.post(f"{DOOR}{birch.pk}/waive/", {"text": "A guest."})
    director.post(f"{DOOR}{cedar.pk}/absent/")
    page = page_of(director, DOOR)
    assert "All 2 are here." in page
    assert "waived: A guest." in page
    german = director.get(DOOR, headers={"Accept-Language": "de"}).content.decode()
    assert "erlassen: A guest." in german
    restored = director.post(f"{DOOR}{cedar.pk}/restore/", follow=True).content.decode()
    assert "C Cedar is entered again." in restored
    director.post(f"{DOOR}{ash.pk}/undo/")
    assert counted(page_of(director, DOOR)) == {"Here": "1", "Not here yet": "2"}


def test_the_door_finds_by_club_despite_slips_and_whoever_is_gone(cast: Cast, sign_in: SignIn) -> None:
    event_tomorrow(cast)
    director = sign_in(cast.director)
    enter(director, cast, 3)
    names = ("A Ash", "B Birch", "C Cedar")
    Person.objects.filter(pk=cast.players[1].pk).update(home_club=None)

    def found(sought: str) -> list[str]:
        page = page_of(director, f"{DOOR}?q={sought}")
        return [name for name in names if f'data-name="{name}"' in page]

    assert found("arden") == ["A Ash", "C Cedar"]
    misspelt = page_of(director, f"{DOOR}?q=brich")
    assert found("brich") == ["B Birch"]
    assert "Nobody entered has that name. The closest are below." in misspelt
    assert "Enter “brich”" in misspelt
    assert f'href="{MANAGE}?back=check-in&amp;name=Ina%20Dimsdale#entries"' in page_of(
        director, f"{DOOR}?q=Ina+Dimsdale"
    )
    for entry, act in zip(Entry.objects.order_by("pk"), ("absent", "withdraw"), strict=False):
        director.post(f"{DOOR}{entry.pk}/{act}/")
    assert (found("ash"), found("birch")) == (["A Ash"], ["B Birch"])
    page = page_of(director, f"{DOOR}?q=birch")
    assert ("withdrawn" in page, 'data-act="restore"' in page) == (True, True)


def test_the_door_offers_the_record_of_whom_it_does_not_know(cast: Cast, sign_in: SignIn) -> None:
    event_tomorrow(cast)
    director = sign_in(cast.director)
    late = cast.players[2]
    known = page_of(director, f"{MANAGE}?back=check-in&name=cedar")
    assert f'value="{late.name}, {late.number}"' in known
    assert f'value="{late.number}"' in page_of(director, f"{MANAGE}?back=check-in&name=Cedra")
    new = page_of(director, f"{MANAGE}?back=check-in&name=Ina+Dimsdale")
    assert ('value="Ina"' in new, 'value="Dimsdale"' in new) == (True, True)
    sent = {"number": f"{late.name}, {late.number}", "present": "yes", "back": "check-in"}
    answer = director.post(f"{MANAGE}enter/", sent)
    assert (answer.status_code, answer["Location"]) == (302, DOOR)
    assert Entry.objects.get(person=late).checked_in_at is not None


def test_whom_the_floor_adds_is_seated_next(cast: Cast, sign_in: SignIn) -> None:
    event_tomorrow(cast)
    director = sign_in(cast.director)
    late = cast.players[2]
    added = director.post(f"{DOOR.replace('manage/check-in', 'floor')}add/", {"player": late.number})
    assert added["Location"].endswith(f"/floor/?player={late.number}#panel")
    sent = {"given_names": "Ina", "family_name": "Dimsdale", "present": "yes", "back": "floor"}
    new = director.post(f"{MANAGE}enter/", sent)
    number = Entry.objects.get(person__family_name="Dimsdale").person.number
    assert new["Location"].endswith(f"/floor/?player={number}#panel")


def counted(page: str) -> dict[str, str]:
    """How many are there and how many are not, as the door says it."""
    figures = dict(re.findall(r"<dt>([^<]+)</dt>\s*<dd[^>]*>([^<]+)</dd>", page))
    return {title: figures[title] for title in ("Here", "Not here yet")}


def test_who_may_enter_is_said_and_kept_in_the_form(cast: Cast, sign_in: SignIn) -> None:
    event = event_tomorrow(cast)
    director = sign_in(cast.director)
    path = f"{MANAGE}conditions/"
    wrong = director.post(path, {"people": "P-nobody", "age_at_least": "18"})
    assert wrong.status_code == 422
    assert "P-nobody" in wrong.content.decode()
    typed = {
        "clubs": ["arden-whoopie-club"],
        "people": f"{cast.players[0].number.lower()}, {cast.outsider.number}",
        "degree_at_most": "Novice",
        "age_at_least": "18",
    }
    director.post(path, typed)
    event.refresh_from_db()
    assert [body["kind"] for body in event.entry_conditions] == ["clubs", "invitation", "degree", "age"]
    page = page_of(director, path)
    assert "Only members of Arden Whoopie Club." in page
    assert 'value="18"' in page
    assert "Who may enter: by invitation." in page_of(Client(), "/events/spring-whoopie/")


def test_a_round_from_the_door_to_the_cards(cast: Cast, sign_in: SignIn) -> None:
    event_tomorrow(cast)
    director = sign_in(cast.director)
    enter(director, cast, 7)
    assert "Nobody is checked in" in page_of(director, ROUNDS)
    check_in_all(director)
    form = {"name": "", "kind": "ordinary", "ends": "stanzas", "value": "9", "mode": "draw", "preferred": "4"}
    empty = director.post(f"{ROUNDS}plan/", {**form, "value": ""})
    assert "Say after how many" in empty.content.decode()
    page = director.post(f"{ROUNDS}plan/", form, follow=True).content.decode()
    assert "Round 1 is seated" in page
    asked = re.search(r'<pre class="question"[^>]*>(.*?)</pre>', page, re.S)
    assert asked is not None
    new_round = Round.objects.get()
    question = json.loads(asked[1].replace("&quot;", '"'))
    assert answer("seating", question)["tables"] == new_round.tables
    again = director.post(f"{ROUNDS}{new_round.pk}/again/", {"mode": "draw", "why": ""})
    assert again.status_code == 422
    director.post(f"{ROUNDS}{new_round.pk}/again/", {"mode": "draw", "why": "Two sisters at one table."})
    assert "made again because: Two sisters at one table." in page_of(Client(), ROUNDS)
    director.post(f"{ROUNDS}{new_round.pk}/confirm/")
    assert Game.objects.count() == 2
    cards = page_of(Client(), f"{ROUNDS}{new_round.pk}/cards/")
    assert cards.count('class="table-card"') == 2
    assert "after 9 stanzas" in cards
    assert "Table 1 (round 1)" in page_of(director, "/events/spring-whoopie/live/")
    floor = page_of(director, "/events/spring-whoopie/floor/")
    assert "Table 1</a>" in floor
    assert "game 1, round 1" in floor
    assert page_of(Client(), "/events/spring-whoopie/cards/").count('class="table-card"') == 2
    director.post(f"{ROUNDS}{new_round.pk}/take-back/", {"why": "Too early."})
    assert 'class="table-card"' not in page_of(Client(), "/events/spring-whoopie/cards/")
    executor, managing = sign_in(cast.executor), sign_in(cast.managing)
    for client, page in (
        *((director, page) for page in ("", "table/", "draw/", "sheet/", "report/")),
        *((executor, page) for page in ("table/", "rule/", "certify/")),
        *((managing, page) for page in ("correct/",)),
    ):
        void = client.get(f"/events/spring-whoopie/games/1/{page}", follow=True)
        content = void.content.decode().partition("<main")[2].partition("</main>")[0]
        assert (void.status_code, "This game is void" in content) == (200, True), page
        assert f'href="{ROUNDS}"' in content, page
        assert "<form" not in content, page


def test_tables_by_hand_keep_what_was_typed(cast: Cast, sign_in: SignIn) -> None:
    event_tomorrow(cast)
    director = sign_in(cast.director)
    enter(director, cast, 6)
    check_in_all(director)
    form = {"name": "Final", "kind": "playoff", "ends": "cycles", "value": "1", "mode": "hand"}
    tables = {f"table-{player.number}": str(1 + at // 3) for at, player in enumerate(cast.players[:6])}
    lacking = {**tables, f"table-{cast.players[5].number}": "7"}
    refused = director.post(f"{ROUNDS}plan/", {**form, "preferred": "6", **lacking})
    assert refused.status_code == 422
    assert 'value="7"' in refused.content.decode()
    for nonsense in ("²", "9" * 5000):
        strange = {**tables, f"table-{cast.players[5].number}": nonsense}
        again = director.post(f"{ROUNDS}plan/", {**form, "preferred": "6", **strange})
        assert (again.status_code, f'value="{nonsense}"' in again.content.decode()) == (422, True)
    seated = director.post(f"{ROUNDS}plan/", {**form, "preferred": "6", **tables}, follow=True)
    assert "Round 1, Final is seated" in seated.content.decode()
    new_round = Round.objects.get()
    assert [sorted(table) for table in new_round.tables] == [
        [player.number for player in cast.players[:3]],
        [player.number for player in cast.players[3:6]],
    ]
    director.post(f"{ROUNDS}{new_round.pk}/discard/", {"why": "A wrong list."})
    assert Round.objects.get().state == "discarded"


@pytest.mark.both_databases
def test_the_cards_of_the_draw_are_entered_at_the_table(cast: Cast, sign_in: SignIn) -> None:
    event_tomorrow(cast)
    director, player = sign_in(cast.director), sign_in(cast.players[0])
    enter(director, cast, 3)
    director.post(
        f"{MANAGE}games/", {"kind": "stanzas", "value": "9", "players": [p.number for p in cast.players[:3]]}
    )
    path = "/events/spring-whoopie/games/1/draw/"
    assert sign_in(cast.outsider).get(path).status_code == 403
    cards = {
        f"card-{player.number}": card for player, card in zip(cast.players, ("QC", "QD", "1S"), strict=False)
    }
    refused = player.post(path, {**cards, "act": "cards"})
    assert refused.status_code == 422
    assert 'value="1S"' in refused.content.decode()
    player.post(path, {**cards, f"card-{cast.players[2].number}": "2S", "act": "cards"})
    page = page_of(player, path)
    assert "Players who are tied draw again" in page
    page = player.post(path, {"act": "system"}, follow=True).content.decode()
    assert "C Cedar deals first" in page
    assert "from the seed" in page
    player.post(path, {"act": "again", "why": "A card was seen."})
    assert Game.objects.get().opening_draw == []


def test_only_the_director_works_the_hall(cast: Cast, sign_in: SignIn) -> None:
    event_tomorrow(cast)
    player = sign_in(cast.players[0])
    for path in (DOOR, f"{MANAGE}conditions/"):
        assert player.get(path).status_code == 403
    assert player.post(f"{ROUNDS}plan/").status_code == 403
    assert Client().get(DOOR).status_code == 302


@pytest.mark.both_databases
def test_bars_are_imposed_and_lifted_at_the_desk(cast: Cast, sign_in: SignIn) -> None:
    event_tomorrow(cast)
    managing, director = sign_in(cast.managing), sign_in(cast.director)
    assert director.get("/authority/bars/").status_code == 403
    form = {
        "number": "W-999",
        "kind": "event",
        "which": "",
        "first_day": "2025-01-01",
        "why": "Marked cards.",
    }
    wrong = managing.post("/authority/bars/", form)
    assert wrong.status_code == 422
    assert "Nobody has this number" in wrong.content.decode()
    form["number"] = cast.players[0].number
    which = managing.post("/authority/bars/", form)
    assert which.status_code == 422
    assert "does not say which" in which.content.decode()
    unknown = managing.post("/authority/bars/", {**form, "which": "No such event"})
    assert "There is no such club, level, event or game" in unknown.content.decode()
    managing.post("/authority/bars/", {**form, "which": "spring whoopie"})
    assert "Spring Whoopie" in page_of(managing, "/authority/bars/")
    refused = director.post(f"{MANAGE}enter/", {"number": cast.players[0].number}).content.decode()
    assert "is barred from Spring Whoopie until the bar is lifted: Marked cards." in refused
    assert "You are barred from play" in page_of(sign_in(cast.players[0]), "/me/messages/")
    page = page_of(managing, "/authority/bars/")
    lift = re.search(r"/authority/bars/\d+/lift/", page)
    assert lift is not None
    assert managing.post(lift[0], {"why": " "}).status_code == 422
    managing.post(lift[0], {"why": "Another deck."})
    assert "lifted: Another deck." in page_of(managing, "/authority/bars/")


@pytest.mark.both_databases
def test_a_series_from_its_announcement_to_a_declined_place(cast: Cast, sign_in: SignIn) -> None:
    director = sign_in(cast.director)
    new = "/clubs/arden-whoopie-club/series/new/"
    form = {"name": "Arden Series", "basis": "places", "playoff": "3", "consolation": "0", "ties": "all"}
    refused = director.post(new, {**form, "playoff": "2"})
    assert refused.status_code == 422
    assert "A playoff needs 3 players" in refused.content.decode()
    assert sign_in(cast.outsider).get(new).status_code == 403
    page = director.post(new, form, follow=True).content.decode()
    assert "No certified game yet" in page
    event = sanctioned_event(cast)
    director.post("/series/arden-series/add/", {"event": event.slug, "part": "ordinary"})
    event.refresh_from_db()
    certified(cast, event, cast.players[:4])
    page = director.post("/series/arden-series/settle/", {"sure": "yes"}, follow=True).content.decode()
    assert "The places are given." in page
    held = event.series.qualifiers.select_related("person").first()  # type: ignore[union-attr]
    assert held is not None
    page = page_of(sign_in(held.person), "/series/arden-series/")
    assert page.count(">Decline<") == 1
    sure = {"number": held.person.number, "sure": "yes"}
    sign_in(held.person).post("/series/arden-series/decline/", sure)
    assert "declined" in page_of(Client(), "/series/arden-series/")
    assert "Arden Series" in page_of(Client(), "/series/")
    assert "Arden Series" in page_of(Client(), "/events/spring-whoopie/")
