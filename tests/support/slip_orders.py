"""Opening the slips of an event for a correction by order, and leaving them as they are."""

from __future__ import annotations

from html import unescape

from django.test import Client

from sanctioning.people.models.person import Person
from scoring.results.services.slip_corrections import CorrectedSlip, with_corrections
from tests.support.filled_form import filled
from tournaments.games.models import Game
from tournaments.slips.event_folders import folder_of
from tournaments.slips.forms import typed_body
from tournaments.slips.selectors.slips import initial_values, slip_list


def changed_by_opening(game: Game, by: Person) -> list[str]:
    """The places that differ once every slip was opened and nothing typed; none where forms have it all."""
    folder = folder_of(game)
    lines = [line for phase in slip_list(game, by, folder=folder, orders=True).phases for line in phase.lines]
    slips = [
        CorrectedSlip(place=line.place, typed=typed_body(line, initial_values(line)), replaces=line.version)
        for line in lines
        if line.version
    ]
    assert slips
    after = with_corrections(folder, slips, by=by)
    return [place for place, slip in after.slips.items() if slip is not folder.slips[place]]


def shown_after_opening(client: Client, game: Game, *places: str) -> str:
    """The page of the correction with these slips open in it, checked once more as a browser sends it."""
    address = f"/events/{game.event.slug}/games/{game.number}/correct/"
    page = client.get(address).content.decode()
    for place in places:
        page = client.post(address, {**filled(page, "order"), "step": f"open:{place}"}).content.decode()
    return unescape(client.post(address, {**filled(page, "order"), "step": "look"}).content.decode())
