"""An online table that plays a game of Whoopie and reports it live, stanza by stanza.

    SAAS_TOKEN=saas_… python examples/online_table.py https://example.org EVENT GAME

The table knows nothing but the API: it asks what is due, plays it, reports it, and goes on until the game is
over. Whatever goes wrong on the way is sent again with the same key, so that nothing counts twice. The cards
are played by the engine at random; put your own table in place of `play`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from random import Random
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from rules_engine.whoopie.random.stanza import RandomStanza

TRIES = 5
BUSY = 503


class Refused(Exception):
    """The site says no; `problem` is its problem document (RFC 9457)."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(f"{problem['sentence']} {problem['remedy']} ({problem['type']})")
        self.problem = problem


class Table:
    """One table of a site, by the address of its game."""

    def __init__(self, site: str, event: str, game: str, token: str) -> None:
        self.address = f"{site.rstrip('/')}/api/v1/events/{event}/games/{game}/table/"
        self.token = token

    def look(self) -> dict[str, Any]:
        return self._ask("GET", "")

    def report(self, stanza: dict[str, Any], number: int) -> dict[str, Any]:
        return self._ask("POST", f"stanzas/?number={number}", stanza)

    def close(self) -> dict[str, Any]:
        return self._ask("POST", "close/", {})

    def _ask(self, method: str, path: str, sent: dict[str, Any] | None = None) -> dict[str, Any]:
        request = Request(
            self.address + path,
            method=method,
            data=None if sent is None else json.dumps(sent).encode(),
            headers={
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
                "Idempotency-Key": f"{self.address}{path}",
            },
        )
        for attempt in range(1, TRIES + 1):
            try:
                with urlopen(request, timeout=30) as answer:
                    shown: dict[str, Any] = json.load(answer)
                    return shown
            except HTTPError as refusal:
                if refusal.code != BUSY or attempt == TRIES:
                    raise Refused(json.load(refusal)) from None
                time.sleep(int(refusal.headers.get("Retry-After", 1)))
            except URLError:
                if attempt == TRIES:
                    raise
                time.sleep(attempt)
        raise AssertionError("The last attempt returns or raises.")


def play(table: dict[str, Any], dice: Random) -> dict[str, Any]:
    """The stanza that is due, as the record format has it."""
    due, seated = table["due"], [seat["player"] for seat in table["seated"]]
    stanza = RandomStanza(dice, seated, due["dealer"], due["cards"], mishaps=0.0).play()
    return {"cards": due["cards"], "dealer": due["dealer"], "bids": stanza["bids"], "taken": stanza["taken"]}


def play_game(table: Table, dice: Random) -> dict[str, Any]:
    """Play until the game is over, and close it; gives the table at its end."""
    now = table.look()
    if now["due"] is None:
        sys.exit(
            "Nothing is due at this table. Seat the players and draw for the first dealer before you start."
        )
    while not now["is_over"]:
        number = now["due"]["number"]
        now = table.report(play(now, dice), number)
        print(f"stanza {number}: {scores(now)}", flush=True)
    return table.close()


def scores(table: dict[str, Any]) -> str:
    names = table["names"]
    return ", ".join(f"{names[seat['player']]} {seat['score']}" for seat in table["seated"])


if __name__ == "__main__":
    at_site, of_event, in_game = sys.argv[1:4]
    try:
        end = play_game(Table(at_site, of_event, in_game, os.environ["SAAS_TOKEN"]), Random())
    except Refused as refusal:
        sys.exit(str(refusal))
    print(f"The game is {end['state']}.")
