"""A whole list entered by the director: read line by line, entered at once, and taken back."""

from __future__ import annotations

import datetime as dt
from functools import partial

import pytest
from django.test import Client

from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.clock import today
from sanctioning.kit.messages.models import Message
from sanctioning.people.models.person import Person
from sanctioning.people.services.registering import register_person
from tests.cast import MARCH, Cast, sanctioned_event
from tests.fixtures import SignIn
from tests.sanctioning.bars.test_bars import barred
from tests.support.refusals import code_of
from tournaments.entries.newcomer import Newcomer
from tournaments.entries.selectors.pasted_lists import NEW, OUT, TURNED, PastedList, key_of, pasted_list
from tournaments.entries.services.check_in import settle_entry_fee
from tournaments.entries.services.entered_lists import enter_list, take_back_list
from tournaments.entries.services.entries import enter_event
from tournaments.events.models.event import Event

pytestmark = pytest.mark.both_databases

EARLY = MARCH - dt.timedelta(days=10)


@pytest.fixture
def event(cast: Cast) -> Event:
    return sanctioned_event(cast)


def read(cast: Cast, event: Event, text: str, **choices: str) -> PastedList:
    by_key = {key_of(line): choice for line, choice in choices.items()}
    return pasted_list(event=event, asker=cast.director, text=text, choices=by_key, at=EARLY)


def states(event: Event) -> list[tuple[str, str]]:
    return list(event.entries.order_by("pk").values_list("person__family_name", "state"))


class TestReading:
    def test_names_numbers_and_clubs_in_any_order(self, cast: Cast, event: Event) -> None:
        first, second = cast.players[:2]
        third = register_person(by=cast.registrar, given_names="Ida", family_name="Groß", home_club=cast.club)
        text = (
            f"1. {first.name}\n\n2) {second.number.lower().replace('-', '')}\nGross, Ida; {cast.club.name}\n"
        )
        pasted = read(cast, event, text)
        assert [line.person for line in pasted.lines] == [first, second, third]
        assert (pasted.open_lines, pasted.enters) == (0, (first, second, third))

    def test_a_name_with_another_club_is_asked_about(self, cast: Cast, event: Event) -> None:
        ash = cast.players[0]
        [line] = read(cast, event, f"{ash.name}, Elsewhere").lines
        assert (line.chosen, line.options[0][0]) == ("", ash.number)

    def test_namesakes_are_asked_about_and_chosen(self, cast: Cast, event: Event) -> None:
        twins = [
            register_person(by=cast.registrar, given_names="Jürgen", family_name="Groß") for _twin in range(2)
        ]
        pasted = read(cast, event, "Jürgen Groß")
        [line] = pasted.lines
        assert (line.chosen, pasted.open_lines, pasted.enters) == ("", 1, ())
        assert {twin.number for twin in twins} < {value for value, _words in line.options}
        chosen = read(cast, event, "Jürgen Groß", **{"Jürgen Groß": twins[1].number})
        assert chosen.enters == (twins[1],)

    def test_nobody_of_that_name_gets_a_record_or_is_left_out(self, cast: Cast, event: Event) -> None:
        pasted = read(cast, event, "Zoë Xylander, Nowhere\nXylophone, Ida")
        assert pasted.enters == (
            Newcomer(given_names="Zoë", family_name="Xylander"),
            Newcomer(given_names="Ida", family_name="Xylophone"),
        )
        assert read(cast, event, "Zoë Xylander", **{"Zoë Xylander": OUT}).enters == ()
        [wrong] = read(cast, event, "W-99999-Z").lines
        assert (wrong.chosen, wrong.newcomers, wrong.is_open) == ("", {}, True)

    @pytest.mark.parametrize(
        "written",
        [
            "Jane Roe <jane@example.org>",
            "- Jane Roe (new, lives in Leeds)",
            "Ms. Jane Roe, 07700 900123",
            "Jane Roe jane@example.org",
        ],
    )
    def test_what_stands_beside_a_name_is_no_part_of_it(self, cast: Cast, event: Event, written: str) -> None:
        assert read(cast, event, written).enters == (Newcomer(given_names="Jane", family_name="Roe"),)
        known = register_person(by=cast.registrar, given_names="Jane", family_name="Roe")
        [line] = read(cast, event, written).lines
        assert (line.person, line.text) == (known, written.removeprefix("- "))

    @pytest.mark.parametrize(
        ("written", "given", "family"),
        [
            ("Peter Pan\tWetherby Whoopie Club\tpaid", "Peter", "Pan"),
            ("Pan\tPeter\tWetherby Whoopie Club", "Peter", "Pan"),
            ("van der Berg, Maximilian-Ferdinand", "Maximilian-Ferdinand", "van der Berg"),
            ("De Vries, Anna", "Anna", "De Vries"),
            ("Jane Roe, paid", "Jane", "Roe"),
            ("Jane Roe, arden", "Jane", "Roe"),
        ],
    )
    def test_columns_clubs_and_family_names_of_several_words_are_told_apart(
        self, cast: Cast, event: Event, written: str, given: str, family: str
    ) -> None:
        assert "arden" in cast.club.name.casefold()
        assert read(cast, event, written).enters == (Newcomer(given_names=given, family_name=family),)

    def test_a_name_can_be_turned_round(self, cast: Cast, event: Event) -> None:
        text = "Ortega Gasset, José"
        [line] = read(cast, event, text).lines
        assert (line.chosen, [choice for choice, _words in line.options]) == (NEW, [NEW, TURNED, OUT])
        turned = read(cast, event, text, **{text: TURNED})
        assert turned.enters == (Newcomer(given_names="José", family_name="Ortega Gasset"),)

    def test_one_name_written_in_two_ways_is_noticed(self, cast: Cast, event: Event) -> None:
        pasted = read(cast, event, "Smith, John\nJohn Smith\nJohn Smith, paid")
        assert [line.again for line in pasted.lines] == [False, True, True]

    def test_a_line_without_a_name_says_what_to_do(self, cast: Cast, event: Event) -> None:
        [line] = read(cast, event, "Table 7").lines
        assert line.means_nobody

    def test_who_is_in_already_or_twice_on_the_list_is_not_entered_again(
        self, cast: Cast, event: Event
    ) -> None:
        first, second = cast.players[:2]
        enter_event(by=first, event=event, person=first, at=EARLY)
        pasted = read(cast, event, f"{first.name}\n{second.name}\n{second.number}")
        assert [line.state for line in pasted.lines] == ["entered", "", "on the list twice"]
        assert pasted.enters == (second,)

    def test_whoever_is_barred_is_said_to_be_and_counts_as_nobody_to_enter(
        self, cast: Cast, event: Event, sign_in: SignIn
    ) -> None:
        first, second = cast.players[:2]
        barred(cast, first, last_day=today() + dt.timedelta(days=90))
        text = f"{first.name}\n{second.name}"
        pasted = read(cast, event, text)
        assert [bool(line.wrong) for line in pasted.lines] == [True, False]
        assert (pasted.enters, pasted.open_lines) == ((second,), 1)
        looked = {"list": text, "act": "look"}
        page = sign_in(cast.director).post(f"/events/{event.slug}/manage/list/", looked)
        assert "Enter 1 person" in " ".join(page.content.decode().split())

    def test_of_two_equal_lines_the_second_is_kept_and_asked_about(self, cast: Cast, event: Event) -> None:
        pasted = read(cast, event, "John Smith\nJohn  Smith")
        assert [(line.again, line.chosen) for line in pasted.lines] == [(False, "new"), (True, "")]
        assert len({line.key for line in pasted.lines}) == 2
        assert pasted.open_lines == 1
        twins = [
            register_person(by=cast.registrar, given_names="John", family_name="Smith") for _twin in range(2)
        ]
        choices = {key_of("John Smith", nth): twin.number for nth, twin in enumerate(twins)}
        chosen = pasted_list(
            event=event, asker=cast.director, text="John Smith\nJohn Smith", choices=choices, at=EARLY
        )
        assert chosen.enters == tuple(twins)
        [_first, second] = read(cast, event, f"{cast.players[0].name}\n{cast.players[0].name}").lines
        assert (second.again, second.state) == (True, "on the list twice")

    def test_a_number_with_the_name_of_somebody_else_is_asked_about(self, cast: Cast, event: Event) -> None:
        ash, birch = cast.players[:2]
        [line] = read(cast, event, f"{ash.number} {birch.name}").lines
        assert (line.chosen, line.contradicts, line.is_open) == ("", True, True)
        assert {ash.number, birch.number, OUT} <= {value for value, _words in line.options}
        text = f"{ash.number} Katharine {ash.family_name}"
        assert [other.contradicts for other in read(cast, event, text).lines] == [True]
        chosen = read(cast, event, text, **{text: ash.number})
        assert (chosen.enters, chosen.open_lines) == ((ash,), 0)

    @pytest.mark.parametrize(
        "beside", ["{name}", "{turned}", "{family}", "{club}", "{name}, {club}", "paid", ""]
    )
    def test_a_number_with_the_own_name_or_a_club_is_certain(
        self, cast: Cast, event: Event, beside: str
    ) -> None:
        ash = cast.players[0]
        said = beside.format(
            name=ash.name,
            turned=f"{ash.family_name}, {ash.given_names}",
            family=ash.family_name,
            club=cast.club.name,
        )
        [line] = read(cast, event, f"{ash.number} {said}").lines
        assert (line.person, line.contradicts) == (ash, False)

    def test_whoever_hides_the_name_and_a_slip_of_the_pen_are_asked_about(
        self, cast: Cast, event: Event
    ) -> None:
        hidden = register_person(by=cast.registrar, given_names="Zoë", family_name="Xylander")
        Person.objects.filter(pk=hidden.pk).update(publicity="number")
        for written in ("Zoe Xylander", "Xylander, Zoë", "Zoë Xylandr"):
            [line] = read(cast, event, written).lines
            assert line.chosen == "", written
            assert hidden.number in {value for value, _words in line.options}
        chosen = read(cast, event, "Zoe Xylander", **{"Zoe Xylander": hidden.number})
        assert chosen.enters == (hidden,)
        new = read(cast, event, "Zoe Xylander", **{"Zoe Xylander": NEW})
        assert new.enters == (Newcomer(given_names="Zoe", family_name="Xylander"),)
        assert read(cast, event, "Ida Xylander").open_lines == 0

    def test_two_hundred_lines_at_most(self, cast: Cast, event: Event) -> None:
        pasted = read(cast, event, "\n".join(f"W-{n:05d}-2" for n in range(201)))
        assert (len(pasted.lines), pasted.too_long) == (200, True)


class TestEntering:
    def test_all_are_entered_in_order_and_told_and_the_rest_wait(self, cast: Cast, event: Event) -> None:
        Event.objects.filter(pk=event.pk).update(capacity=3)
        people: list[Person | Newcomer] = [
            *cast.players[:3],
            Newcomer(given_names="Zoë", family_name="Xylander"),
        ]
        entered = enter_list(by=cast.director, event=event, people=people, at=EARLY)
        assert [state for _name, state in states(event)] == ["entered"] * 3 + ["waiting"]
        assert Person.objects.get(family_name="Xylander").entries.get().queue == 1
        told = Message.objects.filter(kind="entry-taken")
        assert told.count() == 3, "the newcomer has neither an account nor an address"
        note = AuditEntry.objects.get(action="enter a list")
        assert (note.thing_id, note.after) == (str(entered.pk), {"entries": 4})

    def test_the_registrar_hears_which_records_were_made_and_which_they_may_double(
        self, cast: Cast, event: Event
    ) -> None:
        hidden = register_person(by=cast.registrar, given_names="Zoë", family_name="Xylander")
        people: list[Person | Newcomer] = [
            cast.players[0],
            Newcomer(given_names="Zoe", family_name="Xylander"),
            Newcomer(given_names="Ida", family_name="Quill"),
        ]
        enter_list(by=cast.director, event=event, people=people, at=EARLY)
        message = Message.objects.get(kind="records-made", to=cast.registrar)
        assert message.subject == f"2 records were made by a list for {event.name}"
        assert f"Zoe Xylander: the name is like that of {hidden.number}." in message.text
        assert "Ida Quill.\n" in message.text
        enter_list(by=cast.director, event=event, people=cast.players[1:3], at=EARLY)
        assert Message.objects.filter(kind="records-made").count() == 1

    def test_a_list_sent_again_enters_nobody_twice(self, cast: Cast, event: Event) -> None:
        send = partial(enter_list, by=cast.director, event=event, at=EARLY)
        send(people=cast.players[:2])
        assert code_of(partial(send, people=cast.players[:2])) == "list-empty"
        send(people=cast.players[:3])
        assert event.entries.count() == 3

    def test_one_who_may_not_enter_keeps_all_of_them_out(self, cast: Cast, event: Event) -> None:
        Event.objects.filter(pk=event.pk).update(
            entry_conditions=[{"kind": "clubs", "clubs": [cast.club.slug]}]
        )
        newcomer = Newcomer(given_names="Zoë", family_name="Xylander")
        people: list[Person | Newcomer] = [cast.players[0], newcomer]
        code = code_of(partial(enter_list, by=cast.director, event=event, people=people, at=EARLY))
        assert code == "condition-unmet"
        assert (event.entries.count(), Person.objects.filter(family_name="Xylander").exists()) == (0, False)

    def test_it_is_for_whoever_runs_the_event(self, cast: Cast, event: Event) -> None:
        player = cast.players[0]
        refused = code_of(partial(enter_list, by=player, event=event, people=[player], at=EARLY))
        assert refused == "not-allowed"


class TestTakingBack:
    def test_everybody_of_it_is_withdrawn_and_told_and_nobody_moves_up(
        self, cast: Cast, event: Event
    ) -> None:
        Event.objects.filter(pk=event.pk).update(capacity=3)
        entered = enter_list(by=cast.director, event=event, people=cast.players[:4], at=EARLY)
        take_back_list(by=cast.director, entered=entered, at=EARLY)
        assert {state for _name, state in states(event)} == {"withdrawn"}
        assert Message.objects.filter(kind="entry-withdrawn").count() == 4
        assert not Message.objects.filter(kind="entry-moved-up").exists()
        again = code_of(partial(take_back_list, by=cast.director, entered=entered, at=EARLY))
        assert again == "list-taken-back"

    def test_not_once_somebody_of_it_has_paid(self, cast: Cast, event: Event) -> None:
        entered = enter_list(by=cast.director, event=event, people=cast.players[:2], at=EARLY)
        settle_entry_fee(by=cast.director, entry=entered.entries.all()[0], to="paid", at=EARLY)
        assert code_of(partial(take_back_list, by=cast.director, entered=entered, at=EARLY)) == "list-used"
        assert {state for _name, state in states(event)} == {"entered"}


class TestPage:
    def test_paste_look_choose_enter_and_take_back(self, client: Client, cast: Cast, event: Event) -> None:
        assert cast.director.account is not None
        client.force_login(cast.director.account)
        path = f"/events/{event.slug}/manage/list/"
        typed = {"list": f"{cast.players[0].name}\nsomething unknown 7"}
        looked = client.post(path, {**typed, "act": "look"}).content.decode()
        assert "1 line needs your choice." in looked
        assert f'<a href="#line-{key_of("something unknown 7")}">something unknown 7</a>' in looked
        assert client.post(path, {**typed, "act": "enter"}).status_code == 422
        key = key_of("something unknown 7")
        assert f'name="who-{key}"' in looked
        assert client.post(path, {**typed, "act": "enter", f"who-{key}": OUT}).status_code == 302
        assert states(event) == [(cast.players[0].family_name, "entered")]
        entered = event.entered_lists.get()
        assert "1 person" in client.get(path).content.decode()
        asked = client.post(f"{path}{entered.pk}/take-back/").content.decode()
        assert "Take this list back?" in asked
        assert "1 person is withdrawn and told so." in asked
        assert states(event) == [(cast.players[0].family_name, "entered")]
        client.post(f"{path}{entered.pk}/take-back/", {"sure": "yes"})
        assert states(event) == [(cast.players[0].family_name, "withdrawn")]

    def test_the_answer_says_for_whom_records_were_made(
        self, client: Client, cast: Cast, event: Event
    ) -> None:
        assert cast.director.account is not None
        client.force_login(cast.director.account)
        typed = {"list": f"{cast.players[0].name}\nZoë Xylander\nIda Xylophone", "act": "enter"}
        said = client.post(f"/events/{event.slug}/manage/list/", typed, follow=True).content.decode()
        assert "3 people are entered." in said
        assert "2 records were made: Zoë Xylander, Ida Xylophone." in said

    def test_the_answer_is_come_to_and_tells_who_is_in_from_who_waits(
        self, client: Client, cast: Cast, event: Event
    ) -> None:
        assert cast.director.account is not None
        client.force_login(cast.director.account)
        Event.objects.filter(pk=event.pk).update(capacity=4)
        path = f"/events/{event.slug}/manage/list/"
        typed = {"list": "\n".join(player.name for player in cast.players[:5])}
        assert "js/form-errors" not in client.get(path).content.decode()
        looked = client.post(path, {**typed, "act": "look"}).content.decode()
        assert "js/form-errors" in looked
        assert 'id="meant"' in looked
        entered = client.post(path, {**typed, "act": "enter"}, follow=True).content.decode()
        assert "4 people are entered. 1 is on the waiting list." in entered

    def test_of_two_equal_lines_the_page_says_so(self, client: Client, cast: Cast, event: Event) -> None:
        assert cast.director.account is not None
        client.force_login(cast.director.account)
        typed = {"list": "John Smith\nJohn Smith", "act": "look"}
        looked = client.post(f"/events/{event.slug}/manage/list/", typed).content.decode()
        assert looked.count("Twice in the list: John Smith.") == 1
        assert "1 line needs your choice." in looked

    def test_programs_do_the_same(self, client: Client, cast: Cast, event: Event) -> None:
        assert cast.director.account is not None
        client.force_login(cast.director.account)
        path = f"/api/v1/events/{event.slug}/entries/lists/"
        sent = {"people": [player.number for player in cast.players[:2]]}
        made = client.post(path, sent, content_type="application/json")
        assert (made.status_code, made.json()["count"]) == (201, 2)
        back = client.post(f"{path}{made.json()['id']}/take-back/", {}, content_type="application/json")
        assert (back.status_code, len(back.json()["gone"])) == (200, 2)
