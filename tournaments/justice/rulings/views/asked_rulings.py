"""What is asked on the pages of ruling: which irregularity, where, in answer to what, and its facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.http import QueryDict

from rules_engine.whoopie.rulings import FORMS
from rules_engine.whoopie.rulings.facts import facts_asked
from sanctioning.identity.names import full_name
from sanctioning.kit.typed_input import whole_number
from tournaments.calls.models import Call
from tournaments.calls.selectors import call_numbered
from tournaments.formats.format import Format
from tournaments.formats.registry import format_named
from tournaments.formats.rulings import Irregularity
from tournaments.formats.standing_rulings import PLACE, TEAM
from tournaments.games.game_families import Family, event_at_hand, family_of
from tournaments.games.models import Game
from tournaments.games.selectors.deals import DealOfStanza, deal_of_stanza
from tournaments.games.selectors.reported_stanzas import reported_stanzas
from tournaments.hooks import PLACES_DUE
from tournaments.justice.rulings.effects_by_format import facts_to_ask, where_to_ask
from tournaments.justice.rulings.forms import BookForm, FactsForm, Known, PlacedForm, SectionForm, as_typed
from tournaments.justice.rulings.irregularities import IRREGULARITIES, OF_FINDINGS, Words
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.selectors.rulings import people_at, ruling_at

PLAY: Final = "question"
CHOOSE: Final = "choose"
"""Of an address that names a finding and all the same asks what happened."""
NUMBERS: Final = {
    slug: tuple(fact.name for fact in facts_asked(slug) if fact.kind == "number") for slug in FORMS
}


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
        """The one that is chosen, or that a finding may be; a finding that is none is another question."""
        chosen, finding = self.asked.get("irregularity", ""), self.asked.get("finding", "")
        return chosen or (OF_FINDINGS.get(finding, PLAY) if finding else "")

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
    def family(self) -> Family:
        return family_of(self.game, event=event_at_hand(self.game), with_sheets=True)

    @cached_property
    def players(self) -> dict[str, str]:
        return people_at(self.game, self.family, full_name)

    @property
    def stanza_meant(self) -> int:
        """The stanza that is named, or else the one that is played now or next."""
        return self.stanza or (0 if "stanza" in self.asked else self.game.stanzas_played + 1)

    @cached_property
    def deal(self) -> DealOfStanza | None:
        """Of the stanza that is meant."""
        return deal_of_stanza(self.family, self.family.games[self.game.pk], self.stanza_meant)

    @property
    def known_of_table(self) -> Known:
        return Known(
            seated=self.family.table_of(self.family.games[self.game.pk]),
            cards=self.deal.cards if self.deal else 0,
            dealer=self.deal.dealer if self.deal else "",
        )

    @property
    def carried(self) -> list[tuple[str, str]]:
        """What an address names that the choice of the irregularity must not lose."""
        return [(name, str(self.asked[name])) for name in CARRIED if self.asked.get(name)]

    @property
    def sent_along(self) -> list[tuple[str, str]]:
        """What of it the form of the facts asks nobody for."""
        return [(name, value) for name, value in self.carried if name in ("call", "supersedes", "finding")]


def facts_form(desk: AskedRuling, data: QueryDict | None) -> PlacedForm:
    if desk.played.rules_by_its_book:
        return _by_the_book(desk, data)
    if desk.irregularity == PLAY:
        return SectionForm(data)
    initial = _known(desk) if data is None else None
    return FactsForm(desk.irregularity, desk.players, data, initial, desk.known_of_table)


def _by_the_book(desk: AskedRuling, data: QueryDict | None) -> BookForm:
    places = PLACES_DUE.only()(desk.game)
    if desk.supersedes is not None:
        initial = {"section": desk.supersedes.section, **desk.supersedes.facts}
    else:
        initial = {name: desk.asked.get(name, "") for name in (PLACE, TEAM)}
    fields = (
        facts_to_ask(desk.played, desk.game, desk.irregularity, places, str(initial.get(TEAM, "")))
        if desk.computes
        else where_to_ask(desk.game, places)
    )
    return BookForm(fields, data, cited=desk.computes, initial=initial)


def _known(desk: AskedRuling) -> Mapping[str, object]:
    """What need not be typed: the ruling that is replaced, the finding, and what the record tells."""
    if desk.supersedes is not None and desk.supersedes.irregularity == desk.irregularity:
        return as_typed(desk.irregularity, desk.supersedes.facts, desk.players)
    facts: dict[str, object] = {"player": desk.asked.get("player", "")}
    stanzas = reported_stanzas(desk.game)
    body = stanzas.get(desk.stanza_meant)
    if desk.deal is not None and "cards" in NUMBERS.get(desk.irregularity, ()):
        facts["cards"] = desk.deal.cards
    if body is not None:
        facts |= {"scored": True, "defining": body.get("defining")}
        facts |= {"bidding_begun": desk.stanza_meant + 1 in stanzas}
    if desk.irregularity == "misdeal" and desk.deal is not None:
        facts["dealer"] = desk.deal.dealer
    if desk.irregularity == "revoke":
        facts |= {"held_suit": True, "separable": body is None}
    if desk.asked.get("finding"):
        facts["found_by"] = "check"
    return facts
