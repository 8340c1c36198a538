"""Every page of a game, in every state in which somebody has no figure yet, for every role: none is an error.

In a run of the suite each page of a game is opened in each state by the public, by whom the state is about,
and by one more role, another one from page to page; every other page of the event by one role in turn, the
rest of these in the next state. `make fuzz` opens each by all.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from itertools import count
from random import Random
from typing import Any, Final

import pytest
from django.http import HttpResponse
from django.test import Client, TestCase, override_settings
from django.urls import get_resolver, reverse

from sanctioning.accounts.models.account import Account
from sanctioning.people.models.person import Person
from scoring.results.services.certification import certify_result, confirm_result
from scoring.results.services.corrections import correct_result
from tests.cast import MARCH, Cast, make_cast, open_table, sanctioned_event
from tests.site.rights import RIGHTS
from tests.site.stage import PUBLIC, people_of, roles_of
from tests.site.test_rights import addresses
from tests.support.play import draw_ties, play
from tests.support.seeds import FIRST, FUZZED, randomly
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.rounds.services.draws import draw_cards
from tournaments.tables.services.authorisations import authorise_extrapolation
from tournaments.tables.services.closing import close_game, reopen_game
from tournaments.tables.services.seating import get_up, sit_down, wait_at_table
from tournaments.tables.services.splits import decide_split, undo_split

OF_EVENTS: Final = {"event", "team event", "event with canons"}
OF_PEOPLE: Final = ("front", "my-page", "waiting", "executor-desk")
OF_RULINGS: Final = ("ruling", "api-ruling")
ABOUT: Final = "person whom the state is about"
BY: Final = ("slug", "game", "number", "stanza", "version")


def pages() -> list[tuple[str, frozenset[str]]]:
    """The addresses that are asked for with GET and say a game, a stanza or version of it, or an event; and
    what their parts are called."""
    asked = {right.name: right for right in RIGHTS if right.method == "GET"}
    addresses_found = []
    for address in addresses(get_resolver()):
        name, parts = address.name or "", frozenset(address.pattern.converters)
        if name in asked and "slug" in parts and parts <= set(BY):
            of_game = "game" in parts or "number" in parts
            if (of_game and name not in OF_RULINGS) or asked[name].at in OF_EVENTS:
                addresses_found.append((name, parts))
    return sorted(addresses_found)


@override_settings(SESSION_ENGINE="django.contrib.sessions.backends.cache")
@pytest.mark.once
@pytest.mark.slow
class EveryState(TestCase):
    cast: Cast
    event: Event
    roles: dict[str, Account | None]

    @classmethod
    def setUpTestData(cls) -> None:
        cls.cast = make_cast()
        cls.roles = roles_of(people_of(cls.cast))
        cls.event = sanctioned_event(cls.cast)
        logging.disable(logging.WARNING)
        cls.addClassCleanup(logging.disable, logging.NOTSET)

    def setUp(self) -> None:
        self.pages, self.turn, self.failed = pages(), count(FIRST), []  # type: ignore[var-annotated]
        self.clients = {role: self._client(account) for role, account in self.roles.items()}
        self.states: list[str] = []
        self.opened = 0

    @randomly
    def test_no_page_of_a_table_is_an_error(self) -> None:
        cast, dice = self.cast, Random(5)
        director, executor, people = cast.director, cast.executor, cast.players
        game = open_table(cast, self.event, people[:5], stanzas=6)
        self.look("seated, nothing drawn", game)
        draw_cards(by=director, game=game, seed="cards", at=MARCH)
        self.look("drawn, before the first stanza", game)
        sit_down(by=director, game=game, person=people[5], at=MARCH)
        self.look("a newcomer before the first stanza", game, people[5])
        play(cast, game, 2, dice)
        self.look("two stanzas played", game, people[5])
        sit_down(by=director, game=game, person=people[6], at=MARCH)
        self.look("a newcomer who has not played yet", game, people[6])
        get_up(by=director, game=game, person=people[1], at=MARCH)
        self.look("somebody left", game, people[1])
        get_up(by=director, game=game, person=people[6], at=MARCH)
        self.look("the newcomer left without a stanza", game, people[6])
        play(cast, game, 1, dice)
        sit_down(by=director, game=game, person=people[1], at=MARCH)
        self.look("who left is back and has not played yet", game, people[1])
        play(cast, game, 1, dice)
        get_up(by=director, game=game, person=people[2], at=MARCH)
        authorise_extrapolation(by=executor, game=game, player=people[2].number, reason="A train.", at=MARCH)
        self.look("somebody left, to be extrapolated", game, people[2])
        wait_at_table(by=director, game=game, person=cast.outsider, at=MARCH)
        self.look("somebody waits", game, cast.outsider)
        close_game(by=director, game=game, sure=True, at=MARCH)
        self.look("closed", game, people[2])
        reopen_game(by=executor, game=game, reason="It continues.", at=MARCH)
        self.look("reopened", game)
        play(cast, game, 2, dice)
        close_game(by=director, game=game, sure=True, at=MARCH)
        confirm_result(by=people[0], game=game, at=MARCH)
        self.look("confirmed", game, people[2])
        certify_result(by=executor, game=game, at=MARCH)
        self.look("certified", game, people[2])
        correct_result(
            by=cast.managing,
            game=game,
            data=bytes(game.reports.get(current=True).record),
            ruling="Order",
            why="A slip of the pen.",
            idempotency_key="order",
            settled_because="The order says so.",
            at=MARCH,
        )
        self.look("corrected", game, people[2])
        self.assert_none_failed(15)

    @randomly
    def test_no_page_of_a_split_is_an_error(self) -> None:
        cast, dice = self.cast, Random(6)
        people = cast.players
        game = open_table(cast, self.event, people[:8], stanzas=8)
        draw_cards(by=cast.director, game=game, seed="cards", at=MARCH)
        play(cast, game, 1, dice)
        get_up(by=cast.director, game=game, person=people[7], at=MARCH)
        play(cast, game, 1, dice)
        sit_down(by=cast.director, game=game, person=people[7], at=MARCH)
        for person in (people[8], cast.outsider):
            wait_at_table(by=cast.director, game=game, person=person, at=MARCH)
        self.look("ten wish to play", game, people[8])
        decide_split(by=cast.executor, game=game, groups=2, at=MARCH)
        self.look("split, perhaps with draws to come", game, people[8])
        draw_ties(cast, game, dice)
        self.look("split", game, people[8])
        groups = list(Game.objects.filter(parent=game).order_by("group"))
        for group in groups:
            self.look(f"group {group.group} before its draw", group, people[8])
            draw_cards(by=cast.executor, game=group, seed="cards", at=MARCH)
            self.look(f"group {group.group} before its first stanza", group, cast.outsider)
        undo_split(by=cast.executor, game=game, reason="On second thoughts.", at=MARCH)
        self.look("the split undone", game, people[8])
        for group in groups:
            self.look(f"group {group.group}, void", group, people[8])
        decide_split(by=cast.executor, game=game, groups=2, at=MARCH)
        draw_ties(cast, game, dice)
        first, second = Game.objects.filter(parent=game, state=Game.State.OPEN).order_by("group")
        for group in (first, second):
            draw_cards(by=cast.executor, game=group, seed="again", at=MARCH)
        play(cast, first, 1, dice)
        self.look("the first group played, the other not", second, people[8])
        self.look("a group after its first stanza", first, people[7])
        self.assert_none_failed(11)

    def look(self, state: str, game: Game, about: Person | None = None) -> None:
        """Open every page as it is now; what opening did is kept, as it may be nothing."""
        self.states.append(state)
        game = Game.objects.get(pk=game.pk)
        clients = dict(self.clients)
        if about is not None:
            clients[ABOUT] = self._client(about.account)
        for place, (name, path, of_game) in enumerate(self._paths(game)):
            if not (of_game or FUZZED) and place % 2 == len(self.states) % 2:
                continue
            for role in self._roles(list(clients), of_game):
                answer: Any = clients[role].get(path)
                self.opened += 1
                if self._is_error(answer):
                    self.failed.append(f"{state}: {name} {path} for the {role}: {answer.status_code}")

    def _paths(self, game: Game) -> Iterator[tuple[str, str, bool]]:
        played = game.stanzas_played
        values: Mapping[str, Any] = {
            "slug": game.event.slug,
            "game": f"{game.number}{game.group}",
            "version": 1,
            "stanza": played or 1,
        }
        for name, parts in self.pages:
            number = (played or 1) if "game" in parts else game.number
            path = reverse(name, kwargs={part: {**values, "number": number}[part] for part in parts})
            yield name, path, parts != {"slug"}
        for name in OF_PEOPLE:
            yield name, reverse(name), False

    def _roles(self, clients: list[str], of_game: bool) -> list[str]:
        if FUZZED:
            return clients
        if not of_game:
            return [clients[next(self.turn) % len(clients)]]
        always = [role for role in (PUBLIC, ABOUT) if role in clients]
        others = [role for role in clients if role not in always]
        return [*always, others[next(self.turn) % len(others)]]

    def _is_error(self, answer: HttpResponse) -> bool:
        if getattr(answer, "streaming", False):
            b"".join(answer.streaming_content)  # type: ignore[attr-defined]
        return answer.status_code >= 500

    def _client(self, account: Account | None) -> Client:
        client = Client(raise_request_exception=False)
        if account is not None:
            client.force_login(account)
        return client

    def assert_none_failed(self, states: int) -> None:
        assert self.failed == [], "\n" + "\n".join(self.failed)
        assert len(self.states) >= states
        assert self.opened > len(self.states) * len(self.pages)
