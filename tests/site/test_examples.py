"""The examples against a running site."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support.own_event import STANZAS, own_event
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


def run(site: Site, event: str, game: str, *, scope: str) -> subprocess.CompletedProcess[str]:
    token = site.do(TOKEN.format(scope=scope)).strip().splitlines()[-1]
    return subprocess.run(
        [sys.executable, ROOT / "examples" / "online_table.py", site.url, event, game],
        env={**os.environ, "SAAS_TOKEN": token, "PYTHONPATH": str(ROOT)},
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
