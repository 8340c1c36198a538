"""The examples against a running site."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support.client import client_folder
from tests.support.own_event import STANZAS, own_event, own_whist_event
from tests.support.processes import ROOT
from tests.support.site import Site

TOKEN = """
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.tokens import make_token
account = Account.objects.get(email="director@demo.example")
print(make_token(by=account, name="Online table", scope={scope!r})[1])
"""


DRAW = """
from sanctioning.accounts.models.account import Account
from tournaments.games.models import Game
from tournaments.rounds.services.draws import draw_cards
director = Account.objects.get(email="director@demo.example").person
draw_cards(by=director, game=Game.objects.get(event__slug={slug!r}, number=1), seed="online")
"""


def run(site: Site, event: str, *games: str, scope: str) -> subprocess.CompletedProcess[str]:
    token = site.do(TOKEN.format(scope=scope)).strip().splitlines()[-1]
    client = client_folder(lambda: site.get("/api/v1/schema/?format=json")[1])
    return subprocess.run(
        [sys.executable, "-m", "examples.online_table", site.url, event, *games],
        cwd=ROOT,
        env={**os.environ, "SAAS_TOKEN": token, "PYTHONPATH": str(client)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_an_online_table_reports_its_game_live(site: Site) -> None:
    event = own_event(site, "Online Evening")
    too_early = run(site, event.slug, "1", scope="report")
    assert too_early.stderr.startswith("Nothing is due at this table.")
    site.do(DRAW.format(slug=event.slug))
    refused = run(site, event.slug, "1", scope="read")
    assert refused.returncode == 1
    assert "This token can read but not change anything." in refused.stderr
    played = run(site, event.slug, "1", scope="report")
    assert played.returncode == 0, played.stderr
    lines = played.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines[:-1]] == [f"stanza {n}" for n in range(1, STANZAS + 1)]
    assert lines[-1] == "The game is reported."


@pytest.mark.parametrize(
    ("format_slug", "slips", "said"),
    [
        ("bid-whist", ["r1-t1", "r1-t2"], ", won by team"),
        ("columbus-whist", ["g1-t1", "g1-t2"], "won by"),
        (
            "military-whist",
            [
                f"{hand}-{table}"
                for hand in ("d1-before", "h1-t", "h2-t", "h3-t", "d1-after")
                for table in (1, 2)
            ],
            "Team",
        ),
    ],
)
def test_an_online_table_reports_the_slips_of_whist(
    site: Site, format_slug: str, slips: list[str], said: str
) -> None:
    event = own_whist_event(site, f"Online {format_slug}", format_slug)
    played = run(site, event, scope="report")
    assert played.returncode == 0, played.stderr
    lines = played.stdout.splitlines()
    assert len(lines) == len(slips)
    assert all(said in line for line in lines)
