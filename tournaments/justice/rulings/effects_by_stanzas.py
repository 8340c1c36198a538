"""What a ruling on an irregularity would do: computed from its facts, before anything is kept.

Purpose: the page shows it, and the ruling keeps the same.
Invariants: nothing is written; what the scorekeeper wrote of the same matter gives way to what is computed,
and the bid that stands is the record's from then on;
an incident that is written down afterwards just as it was ruled counts once; a player's acts of improper
information are counted in the order of play, along parent and group.
Rule section: II, III; W-42 to W-74, W-99, W-100, readings 26 and 45.
Terms: mended (incidents that the table wrote of the same matter).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from django.utils.translation import gettext as _

from rules_engine.cards import CODES, JOKER, TEXT
from rules_engine.whoopie.amended_record import undecided
from rules_engine.whoopie.document import IncidentDocument, StanzaDocument
from rules_engine.whoopie.rulings import FORMS, Irregularity, Outcome
from rules_engine.whoopie.rulings.facts import facts_asked, plain_facts, read_facts
from rules_engine.whoopie.rulings.incidents import (
    IMPROPER,
    incidents_of,
    of_same_matter,
    standing_bids,
)
from rules_engine.whoopie.rulings.information import ImproperInformation
from rules_engine.whoopie.rulings.outcome import WrongFact, plain_outcome
from sanctioning.kit.refusals import Refusal
from tournaments.games.game_families import Family
from tournaments.games.models import Game
from tournaments.games.selectors.reported_stanzas import Stanzas, reported_stanzas, stanzas_begun
from tournaments.justice.rulings.kept_outcomes import KeptOutcome
from tournaments.justice.rulings.models import Amendment, Ruling
from tournaments.justice.rulings.outcomes import kinds_of
from tournaments.justice.rulings.ruling_words import fact_impossible, fact_wrong, irregularity_unknown
from tournaments.justice.rulings.services.amendments import StanzaChange

NOWHERE: Final = 0
MOST_CARDS: Final = 17
COUNTED: Final = ("type-1", "type-2-finding")


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """What follows of the facts; `mended` are the incidents of the report that give way, `bid_otherwise` says
    that it has another bid than the one that stands."""

    forms: tuple[Irregularity, ...]
    outcomes: tuple[Outcome, ...]
    change: StanzaChange
    mended: tuple[IncidentDocument, ...]
    bid_otherwise: bool = False

    @property
    def outcome(self) -> Outcome:
        return self.outcomes[0]

    @property
    def section(self) -> str:
        return self.outcome.rule

    @property
    def found_type_2(self) -> str:
        """Who is found to have repeated improper information, or nobody."""
        return next((outcome.player for outcome in self.outcomes if outcome.incident == "type-2-finding"), "")

    @property
    def concerned(self) -> frozenset[str]:
        """The record ids of those who are named; nobody where it speaks of all of the table."""
        return frozenset(record_id for outcome in self.outcomes for record_id in _named(outcome))

    @property
    def facts(self) -> dict[str, object]:
        return plain_facts(self.forms[0])

    @property
    def plain(self) -> KeptOutcome:
        """The outcome as it is kept, with what was found besides and the kinds by which it is searched."""
        first, *others = map(plain_outcome, self.outcomes)
        plain = cast(KeptOutcome, {**first, "besides": others})
        plain["kinds"] = dict.fromkeys(kinds_of(plain), True)
        return plain


def _named(outcome: Outcome) -> set[str]:
    alone = {player for player in (outcome.player, outcome.turn, outcome.leads, outcome.redeal) if player}
    return alone | {*outcome.penalty_cards, *outcome.returned, *outcome.may_change}


def weigh(
    *,
    family: Family,
    game: Game,
    irregularity: str,
    facts: Mapping[str, Any],
    stanza: int | None,
    trick: int | None,
    supersedes: Ruling | None = None,
) -> Weighed:
    """Compute what follows; a contradiction is refused at its field (`facts["field"]`).

    Raises:
        Refusal: `fact-wrong`, `ruled-already`.
    """
    if irregularity not in FORMS:
        raise irregularity_unknown(irregularity, FORMS)
    record = _Record(family, game, supersedes)
    record.require_place(stanza, trick)
    players = [player.record_id for player in family.players_of(game)]
    try:
        form = read_facts(irregularity, record.completed(irregularity, facts, stanza), players)
        forms = (form, *record.besides(form, stanza))
        outcomes = tuple(form.ruled() for form in forms)
        adds = [
            incident
            for form, outcome in zip(forms, outcomes, strict=True)
            for incident in incidents_of(form, outcome, trick)
        ]
    except WrongFact as wrong:
        raise fact_impossible(irregularity, wrong) from None
    if stanza is None:
        if adds:
            raise fact_wrong("stanza", _("Say in which stanza it happened: the ruling changes its record."))
        return Weighed(forms=forms, outcomes=outcomes, change=StanzaChange(NOWHERE), mended=())
    mended = tuple(incident for form in forms for incident in record.mended(form, stanza, trick))
    removes = (
        *mended,
        *(incident for incident in adds if incident not in mended and not record.holds(stanza, incident)),
    )
    bids = standing_bids(outcomes)
    sets = {"bids": [[player, bid] for player, bid in bids.items()]} if bids else {}
    change = StanzaChange(stanza, removes if adds or mended else (), tuple(adds), sets)
    return Weighed(
        forms=forms,
        outcomes=outcomes,
        change=change,
        mended=mended,
        bid_otherwise=record.has_other_bids(stanza, bids),
    )


class _Record:
    """What was reported of a game and amended since, without what the superseded ruling did."""

    def __init__(self, family: Family, game: Game, supersedes: Ruling | None) -> None:
        self._games = [*reversed(family.ancestors_of(game)), game]
        self._game = game
        self._reported = {game.pk: reported_stanzas(game) for game in self._games}
        standing = Amendment.objects.standing().filter(game__in=self._reported)
        if supersedes is not None:
            standing = standing.exclude(ruling=supersedes)
        self._standing = list(standing.order_by("stanza", "pk"))

    @property
    def _stanzas(self) -> Stanzas:
        return self._reported[self._game.pk]

    def require_place(self, stanza: int | None, trick: int | None) -> None:
        """Refuse a stanza that is neither reported nor played now, and a trick that it has not."""
        if stanza is not None and stanza not in stanzas_begun(self._game, self._stanzas):
            raise fact_wrong("stanza", _("There is no stanza %(stanza)s in this game.") % {"stanza": stanza})
        body = self._stanzas.get(stanza or NOWHERE)
        cards = body["cards"] if body else MOST_CARDS
        if trick is not None and (stanza is None or not 1 <= trick <= cards):
            raise fact_wrong("trick", _("There is no trick %(trick)s in this stanza.") % {"trick": trick})

    def completed(self, irregularity: str, facts: Mapping[str, Any], stanza: int | None) -> dict[str, object]:
        """The facts with those that the record tells; one that it contradicts is refused."""
        kinds = {fact.name: fact.kind for fact in facts_asked(irregularity)}
        completed, body = dict(facts), self._stanzas.get(stanza or NOWHERE)
        known: dict[str, object] = {}
        if body is not None and kinds.get("cards") == "number":
            known["cards"] = body["cards"]
        if body is not None and kinds.get("dealer") == "flag":
            known["dealer"] = body["dealer"] == completed.get("player")
        if body is not None and "defining" in kinds:
            known |= _defining(body)
            completed |= {name: _as_written(completed[name]) for name in known if name in completed}
        for name, value in known.items():
            if completed.setdefault(name, value) != value:
                raise fact_wrong(name, _("The stanza was reported differently; the record says so."))
        if "earlier" in kinds:
            completed["earlier"] = self._earlier(str(completed.get("player", "")), stanza)
        return completed

    def has_other_bids(self, stanza: int, bids: Mapping[str, int]) -> bool:
        """Whether the stanza was reported with others; refused where nobody could tell if they were made."""
        body = self._stanzas.get(stanza)
        if body is None:
            return False
        if undecided(body, bids):
            raise fact_wrong(
                "stanza",
                _(
                    "The stanza was reported without the tricks taken, so nobody can tell whether this "
                    "bid was made. Let the scorekeeper report them first."
                ),
            )
        return any(bids.get(player, bid) != bid for player, bid in body["bids"])

    def besides(self, form: Irregularity, stanza: int | None) -> tuple[Irregularity, ...]:
        """Cards shown on purpose are improper information too (reading 26)."""
        outcome = form.ruled()
        if not outcome.type_1:
            return ()
        return (ImproperInformation(outcome.player, "showed", self._earlier(outcome.player, stanza)),)

    def mended(self, form: Irregularity, stanza: int, trick: int | None) -> tuple[IncidentDocument, ...]:
        """What the table wrote of the matter; refused where another ruling has dealt with it."""
        several = isinstance(form, ImproperInformation)
        ruled = [incident for amendment in self._here(stanza) for incident in amendment.adds]
        if not several and of_same_matter(form, trick, ruled):
            raise Refusal(
                code="ruled-already",
                sentence=_("There is already a ruling on this."),
                rule="IV",
                remedy=_("Replace that ruling with this one, or check whether stanza and trick are right."),
                facts={"field": "supersedes"},
            )
        gone = [
            incident for amendment in self._here(stanza) for incident in (*amendment.removes, *amendment.adds)
        ]
        body = self._stanzas.get(stanza)
        reported = body.get("incidents", ()) if body else ()
        incidents = of_same_matter(form, trick, [incident for incident in reported if incident not in gone])
        return incidents[:1] if several else incidents

    def holds(self, stanza: int, incident: IncidentDocument) -> bool:
        """Whether another ruling put the very same into the stanza."""
        return any(incident in amendment.adds for amendment in self._here(stanza))

    def _earlier(self, player: str, stanza: int | None) -> int:
        """How often the player was found with improper information before, but for what gives way."""
        times = sum(
            bool(
                incident.get("player") == player
                and incident.get("kind") in COUNTED
                and incident.get("grounds") == IMPROPER
            )
            for game in self._games
            for number, incidents in self._incidents(game).items()
            if game is not self._game or stanza is None or number <= stanza
            for incident in incidents
        )
        again = self.mended(ImproperInformation(player, "looked", 0), stanza, None) if stanza else ()
        return times - len(again)

    def _incidents(self, game: Game) -> dict[int, list[IncidentDocument]]:
        """By stanza what stands, also of a stanza that is not reported yet."""
        by_stanza = {
            number: list(body.get("incidents", ())) for number, body in self._reported[game.pk].items()
        }
        for amendment in self._standing:
            if amendment.game_id != game.pk:
                continue
            incidents = by_stanza.setdefault(amendment.stanza, [])
            for removed in amendment.removes:
                if removed in incidents:
                    incidents.remove(removed)
            incidents.extend(amendment.adds)
        return by_stanza

    def _here(self, stanza: int) -> list[Amendment]:
        return [
            amendment
            for amendment in self._standing
            if amendment.game_id == self._game.pk and amendment.stanza == stanza
        ]


def _defining(body: StanzaDocument) -> dict[str, str]:
    """The card that gave the denomination, where one was turned up that does."""
    card = CODES.get(str(body.get("defining", "")), JOKER)
    return {} if card == JOKER else {"defining": TEXT[card]}


def _as_written(card: object) -> object:
    """The card as the record writes it; what is no card as it was told."""
    return TEXT[CODES[card]] if isinstance(card, str) and card in CODES else card
