"""The page of components shows every state of every piece."""

from __future__ import annotations

from django.test import Client

from sanctioning.templatetags.saas import STATES


def test_every_state_and_every_seat_is_shown(db: None, client: Client) -> None:
    page = client.get("/components/").content.decode()
    badges = page[page.index('id="badges"') : page.index('id="buttons"')]
    assert badges.count('class="badge') == len(STATES)
    assert page.count("data-seat=") == 4 + 10
    assert page.count('class="wins"') == 2
    assert "penalty card" in page
