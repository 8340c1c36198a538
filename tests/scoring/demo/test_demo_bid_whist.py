"""The Main Event of the demo season: thirty-seven pairs, late ones, an odd team, four rounds, standings; then
the bracket to its end, and a suspension that is felt at the next event."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from html import unescape

import pytest
from django.test import TestCase

from sanctioning.accounts.models.account import Account
from sanctioning.kit.messages.models import Message
from tests.support.season import demo_season
from tournaments.entries.models.entry import Entry
from tournaments.entries.models.prepaid_drawing import RefundDraw
from tournaments.games.models import Game
from tournaments.justice.canons.models import CanonStep, SatOut
from tournaments.slips.event_folders import folder_of, record_so_far
from tournaments.slips.models import Slip, SlipSignature
from tournaments.slips.selectors.brackets import event_bracket

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("demo")]

NAME = "Saturday Main Event of Bid Whist 2026"
TEAMS, LATE, PREPAID, ROUNDS = 37, 2, 12, 4
FEE = Decimal(50)
RULED, ABSENT = "r2-t4", "b16-6"


class TestMainEvent(TestCase):
    game: Game

    @classmethod
    def setUpTestData(cls) -> None:
        assert demo_season()
        cls.game = Game.objects.get(event__name=NAME)

    def test_pairs_and_the_late_fee_of_two_of_them(self) -> None:
        entries = self.game.event.entries
        assert Counter(entries.values_list("late_fee", flat=True)) == {
            Decimal(0): 2 * (TEAMS - LATE),
            Decimal(10): 2 * LATE,
        }
        assert set(entries.values_list("fee", flat=True)) == {FEE}

    def test_one_who_prepaid_is_drawn_and_gets_his_fee_back(self) -> None:
        drawn = RefundDraw.objects.get()
        [back] = drawn.entries.all()
        assert (back.event, back.fee_state, drawn.amount) == (self.game.event, Entry.Fee.REFUNDED, FEE)
        self.client.force_login(Account.objects.get(email="director@demo.example"))
        page = self.shown("prepaid/")
        assert f"{drawn.winner.name} was drawn" in page
        assert page.count("1 of 1 prepaid") == PREPAID

    def test_the_director_ruled_and_nobody_appeals_it(self) -> None:
        ruling, director = self.game.rulings.get(), Account.objects.get(email="director@demo.example")
        assert ruling.by.person.account == director
        self.client.force_login(director)
        assert "A card exposed" in self.shown("games/1/rulings/")
        assert "Ruling 1: A card exposed" in self.shown(f"slips/{RULED}/")
        assert "the decision of the Director is final" in self.shown("games/1/rulings/1/")

    def test_rounds_with_another_guest_of_the_odd_team_in_each(self) -> None:
        folder = folder_of(self.game)
        head = folder.head
        assert (len(head.teams), len(head.rounds)) == (TEAMS, ROUNDS)
        assert all(len(guests) == 1 for guests in head.guests)
        assert len({team for guests in head.guests for team in guests.values()}) == ROUNDS
        assert len(record_so_far(folder)["standings"]) == TEAMS

    def test_it_is_certified_with_every_slip_signed_and_without_a_finding(self) -> None:
        calls = Slip.objects.filter(game=self.game, place__endswith="-start")
        slips = Slip.objects.filter(game=self.game).exclude(pk__in=calls)
        assert calls.count() == ROUNDS - 1
        assert SlipSignature.objects.filter(slip__in=slips).count() == slips.count()
        assert slips.filter(place__startswith="r").count() >= ROUNDS * (TEAMS // 2 + 1)
        assert self.game.state == Game.State.CERTIFIED
        assert self.game.sheet.check_document["findings"] == []

    def test_the_list_says_what_came_of_each_sheet_and_of_each_further_hand(self) -> None:
        self.client.force_login(Account.objects.get(email="director@demo.example"))
        slips = self.shown("slips/").split('<li class="slip"')[1:]
        more = [slip for slip in slips if ", one more hand</a>" in slip]
        assert more
        assert all(", won by team " in line for line in more)

    def test_the_bracket_is_played(self) -> None:
        shown = event_bracket(self.game.event.slug)
        assert shown is not None
        assert (shown.teams, len(shown.stages), len(shown.places)) == (16, 4, 4)
        assert all(stage.decided for stage in shown.stages)
        assert shown.third is not None
        assert shown.third.decided
        [gone] = [
            side for stage in shown.stages for match in stage.matches for side in match.sides if side.absent
        ]
        assert gone.lost
        slips = {slip.place: slip.body for slip in Slip.objects.filter(game=self.game)}
        assert slips[ABSENT] == {"forfeit": str(gone.number)}
        [hand] = [body for place, body in slips.items() if place.startswith("seat-tie") and "hands" in body]
        assert len(hand["hands"]) == 1
        last = next(side for match in shown.stages[0].matches for side in match.sides if side.seed == 16)
        assert str(last.number) == hand["winner"]

    def test_the_board_says_what_decided_its_places(self) -> None:
        page = self.shown("live/")
        assert "Places 1 to 16 are those of the playoff" in page
        assert page.count("Level at the last seat of the playoff:") == 1
        assert "One hand decided for" in page
        assert "Their order in it was drawn:" in page

    def test_of_the_two_teams_at_a_table_one_stays_and_one_moves_on(self) -> None:
        page = self.shown("rounds/")
        tables = ROUNDS * (TEAMS // 2 + 1)
        stays, moves = (f'<span class="badge">{word}</span>' for word in ("stays", "moves on"))
        guests = page.count('<span class="badge">also plays here</span>')
        assert guests == ROUNDS
        assert page.count(stays) + page.count(moves) + guests == 2 * tables

    def test_the_foot_names_the_book_of_the_event(self) -> None:
        for page in ("", "live/", "bracket/", "games/1/", "rounds/", "teams/"):
            foot = self.shown(page).partition("<footer")[2]
            assert '<a href="/rules/games/bid-whist/">the rules of Bid Whist</a>' in foot, page
        calendar = self.client.get("/calendar/").content.decode()
        assert "Each game is judged by its own rules" in calendar

    def test_what_is_certified_is_said_to_be_the_result(self) -> None:
        for page in ("live/", "bracket/"):
            shown = self.shown(page)
            assert ("Certified: this is the result." in shown, "nothing is final" in shown) == (True, False)

    def shown(self, page: str) -> str:
        answer = self.client.get(f"/events/{self.game.event.slug}/{page}")
        assert answer.status_code == 200
        return unescape(answer.content.decode())

    def test_somebody_is_suspended(self) -> None:
        steps = CanonStep.objects.order_by("pk")
        assert [step.step for step in steps] == ["written-warning", "suspension"]
        out = SatOut.objects.get()
        assert out.person == steps[0].person
        assert out.event.starts_at > self.game.event.ends_at
        assert not out.event.entries.filter(person=out.person).exists()
        assert out.event.teams.count() == 2
        assert Message.objects.filter(kind="event-sat-out", to=out.person).exists()
