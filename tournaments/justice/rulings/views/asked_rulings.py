"""What is asked on the pages of ruling: which irregularity, where, in answer to what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.http import QueryDict

from sanctioning.kit.typed_input import whole_number
from tournaments.calls.models import Call
from tournaments.calls.selectors import call_numbered
from tournaments.formats.format import Format
from tournaments.formats.registry import format_named
from tournaments.formats.rulings import Irregularity
from tournaments.formats.standing_rulings import PLACE, TEAM
from tournaments.games.models import Game
from tournaments.justice.rulings.irregularities import IRREGULARITIES, OF_FINDINGS, Words
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.selectors.rulings import people_at, ruling_at

PLAY: Final = "question"


CARRIED: Final = ("stanza", "trick", "call", "supersedes", "finding", "player", PLACE, TEAM)


@dataclass
class AskedRuling:
    """What is asked at a table: which irregularity, where, in answer to what; from an address or a form."""

    game: Game
    label: str
    asked: QueryDict
    of_executor: bool

    @property
    def irregularity(self) -> str:
        return self.asked.get("irregularity", "") or OF_FINDINGS.get(self.asked.get("finding", ""), "")

    @property
    def computes(self) -> bool:
        """Whether what follows is computed; of another question it is not."""
        return self.irregularity != PLAY

    @property
    def stanza(self) -> int | None:
        return whole_number(self.asked.get("stanza", ""))

    @property
    def trick(self) -> int | None:
        return whole_number(self.asked.get("trick", ""))

    @cached_property
    def call(self) -> Call | None:
        number = whole_number(self.asked.get("call", ""))
        return call_numbered(game=self.game, number=number) if number else None

    @cached_property
    def supersedes(self) -> Ruling | None:
        number = whole_number(self.asked.get("supersedes", ""))
        return ruling_at(game=self.game, number=number) if number else None

    @property
    def played(self) -> Format:
        return format_named(self.game.event.format)

    @property
    def known(self) -> Mapping[str, Words | Irregularity]:
        """The irregularities of its game."""
        if not self.played.rules_by_its_book:
            return IRREGULARITIES
        return self.played.rulings.irregularities if self.played.rulings else {}

    @cached_property
    def players(self) -> dict[str, str]:
        return people_at(self.game)

    @property
    def carried(self) -> list[tuple[str, str]]:
        """What an address names that the choice of the irregularity must not lose."""
        return [(name, str(self.asked[name])) for name in CARRIED if self.asked.get(name)]

    @property
    def sent_along(self) -> list[tuple[str, str]]:
        """What of it the form of the facts asks nobody for."""
        return [(name, value) for name, value in self.carried if name in ("call", "supersedes", "finding")]
