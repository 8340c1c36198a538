"""Who works while things break: pads that report stanzas, and an office that certifies games.

Each sends the same again, under the same key, until it is told that it is done; now and then once more after
that, or the next before its turn. What was acknowledged is written down here, outside of the site.
"""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Final

from chaos.site import HOST, WEB, Site

PATIENCE: Final = 20.0
"""How long a pad waits for an answer: longer than the site may keep anybody waiting for the database."""
PAUSE: Final = 0.3


@dataclass(frozen=True, slots=True)
class Stanza:
    address: str
    body: bytes
    key: str


@dataclass(slots=True)
class Told:
    """What the site said: how often which status, what was acknowledged, and answers that should not be."""

    statuses: Counter[str] = field(default_factory=Counter)
    acknowledged: dict[str, bytes] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    certified: list[int] = field(default_factory=list)
    longest: float = 0.0


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """The secret of its link, and its stanzas as they will be due."""

    secret: str
    stanzas: list[Stanza]


class Pad(threading.Thread):
    """One table after the other; `finishing` begins no other, `ended` gives up."""

    def __init__(self, site: Site, tables: list[PlayedTable], told: Told, seed: int) -> None:
        super().__init__(daemon=True)
        self.site, self.tables, self.told = site, tables, told
        self.dice = Random(seed)
        self.begun = 0
        self.secret = ""
        self.finishing, self.ended = threading.Event(), threading.Event()

    def run(self) -> None:
        for played in self.tables:
            if self.finishing.is_set():
                return
            self.secret = played.secret
            self.begun += len(played.stanzas)
            self._play(played.stanzas)

    def _play(self, stanzas: list[Stanza]) -> None:
        for number, stanza in enumerate(stanzas):
            if self.dice.random() < 0.1 and number + 1 < len(stanzas):
                self._send(stanzas[number + 1], before_its_turn=True)
            while not self._send(stanza):
                if self.ended.is_set():
                    return
                time.sleep(PAUSE)
            if self.dice.random() < 0.2:
                self._send(stanza)
            time.sleep(self.dice.random())

    def _send(self, stanza: Stanza, *, before_its_turn: bool = False) -> bool:
        begun = time.monotonic()
        status, content = self._answer(stanza)
        self.told.longest = max(self.told.longest, time.monotonic() - begun)
        self.told.statuses[status] += 1
        if status in ("200", "201"):
            self.told.acknowledged[stanza.key] = stanza.body
            return True
        if status == "503" or not status.isdigit() or (before_its_turn and status == "409"):
            return False
        self.told.wrong.append(f"{stanza.key}: {status} {content[:300]!r}")
        return False

    def _answer(self, stanza: Stanza) -> tuple[str, bytes]:
        port = self.site.ports[self.dice.choice(WEB)]
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        headers = {
            "Host": HOST,
            "X-Forwarded-Proto": "https",
            "Content-Type": "application/json",
            "Authorization": f"Table {self.secret}",
            "Idempotency-Key": stanza.key,
        }
        try:
            line.request("POST", stanza.address, stanza.body, headers)
            answer = line.getresponse()
            return str(answer.status), answer.read()
        except ConnectionRefusedError:
            return "refused", b""
        except TimeoutError:
            return "no answer", b""
        except (OSError, http.client.HTTPException):
            return "cut off", b""
        finally:
            line.close()


def stanzas_of(address: str, game: int, bodies: list[dict[str, object]]) -> list[Stanza]:
    return [
        Stanza(f"{address}?number={number}", json.dumps(body).encode(), f"chaos-{game}-{number}")
        for number, body in enumerate(bodies, 1)
    ]
