"""The pages of a Bid Whist tournament: rounds, slips found and narrowed, the pad of a scoresheet."""

from __future__ import annotations

from typing import Any

from django.test import Client

from tests.cast import MARCH, Cast
from tests.support.bid_whist import many_teams, seat_round, tournament_of
from tests.support.team_events import signed_in
from tournaments.games.models import Game
from tournaments.slips.services.slips import report_slip


def page(client: Client, address: str, expected: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == expected, answer.content.decode()
    return answer.content.decode()


def test_a_sheet_is_tried_and_sent_from_its_pad(cast: Cast) -> None:
    event, teams = tournament_of(cast, 2)
    seat_round(cast, event, teams, [{"table": 1, "teams": [1, 2]}])
    player = signed_in(cast.players[0])
    address = f"/events/{event.slug}/slips/r1-t1/"
    shown = page(player, address)
    assert shown.count('name="hands-') == 4 * 8
    hands = {
        f"hands-{hand}-{name}": value
        for hand in range(1, 5)
        for name, value in (("by", "1"), ("bid", "5 No"), ("end", "set"))
    }
    form = {"key": "a", "replaces": "0", "signed": "both", "brought": "2", **hands}
    assert player.post(address, form).status_code == 302
    listed = page(player, f"/events/{event.slug}/slips/")
    assert "0 : 40, won by team 2" in listed
    assert "Team 2" in page(Client(), f"/events/{event.slug}/live/")


def test_the_slips_of_many_teams_are_found_and_narrowed(cast: Cast) -> None:
    event = many_teams(cast, 44)
    director = signed_in(cast.director)
    rounds = f"/events/{event.slug}/rounds/"
    plan = {"name": "", "kind": "ordinary", "mode": "draw", "tournament": "main-event"}
    assert director.post(f"{rounds}plan/", plan).status_code == 302
    assert "decide bid-pairing" in page(director, rounds)
    assert director.post(f"{rounds}{event.rounds.get().pk}/confirm/").status_code == 302
    assert Game.objects.get(event=event).players.count() == 88
    slips = f"/events/{event.slug}/slips/"
    assert page(director, slips).count('class="slip"') == 22
    assert page(director, f"{slips}?q=table+22:").count('class="slip"') == 1
    assert page(director, f"{slips}?only=missing").count('class="slip"') == 22
    assert "No slips match" in page(director, f"{slips}?only=troubled")
    assert 'name="tournament"' not in page(director, rounds)


def test_a_tied_sheet_and_the_hand_that_decides_it_lead_to_each_other(cast: Cast) -> None:
    event, teams = tournament_of(cast, 2)
    game = seat_round(cast, event, teams, [{"table": 1, "teams": [1, 2]}])
    director, here = signed_in(cast.director), f"/events/{event.slug}/slips/"
    hands = [{"by": str(1 + at % 2), "bid": "4", "end": "4"} for at in range(4)]
    tied: dict[str, Any] = {"by": cast.director, "game": game, "at": MARCH}
    report_slip(**tied, place="r1-t1", typed={"hands": hands}, idempotency_key="a")
    sheet = page(director, f"{here}r1-t1/")
    assert "1.\u00a0Team 1 – 2.\u00a0Team 2</h1>" in sheet, "no line ends between a number and its name"
    assert f'Tied, decided by: <a href="{here}r1-t1-more/">' in sheet
    assert "to come" in sheet
    report_slip(**tied, place="r1-t1-more", typed={"hands": hands[:1]}, idempotency_key="b")
    assert "<strong>4 : 0, won by team 1</strong>" in page(director, f"{here}r1-t1/")
    assert f'It decides: <a href="{here}r1-t1/">' in page(director, f"{here}r1-t1-more/")
    slip = director.get(f"/api/v1{here}r1-t1/").json()["slip"]
    assert (slip["decides"], slip["decided_by"]["place"]) == (None, "r1-t1-more")
