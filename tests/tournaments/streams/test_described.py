"""What docs/api.md says of streams is what they do."""

from __future__ import annotations

import re

from deploy.processes import ROOT
from tournaments.streams.server import LIFE_SECONDS, PREFIX
from tournaments.streams.topics import TOPIC


def test_each_address_on_the_page_of_the_api_can_be_followed() -> None:
    page = (ROOT / "docs" / "api.md").read_text()
    addresses = set(re.findall(r"^\| `(/stream/[^`]+)` \|", page, re.MULTILINE))
    topics = {address.replace("GAME", "2").removeprefix(PREFIX).rstrip("/") for address in addresses}
    assert {"live", "events/EVENT", "events/EVENT/games/2", "events/EVENT/floor"} == topics
    assert all(TOPIC.fullmatch(topic) for topic in topics)
    assert LIFE_SECONDS == 20
    assert "every twenty seconds" in page
