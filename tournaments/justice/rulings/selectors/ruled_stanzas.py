"""What rulings, votes and decisions do to the score of each stanza, as its table and its pad show it.

Invariant: only what stands is here; what an incident costs is the engine's.
Terms: ruled (of a stanza: incidents taken out and put in, and fields set, by one source).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules_engine.whoopie.document import IncidentDocument
from rules_engine.whoopie.scoring import incident_effect
from tournaments.justice.rulings.models import Amendment, Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledIncident:
    """`points` and `fails_bid` are what it does to its player."""

    incident: IncidentDocument
    player: str
    points: int
    fails_bid: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledStanza:
    """`by` names the source in words, `ruling` by its number where it is one."""

    stanza: int
    ruling: int | None
    by: str
    removes: tuple[IncidentDocument, ...]
    adds: tuple[RuledIncident, ...]
    sets: dict[str, object]


def ruled_stanzas(standing: Iterable[Amendment]) -> tuple[RuledStanza, ...]:
    """What stands, in the order of the stanzas, those not played yet too."""
    return tuple(
        RuledStanza(
            stanza=amendment.stanza,
            ruling=amendment.ruling.number if amendment.ruling else None,
            by=_source(amendment),
            removes=tuple(amendment.removes),
            adds=tuple(_ruled(incident, amendment.ruling) for incident in amendment.adds),
            sets=amendment.sets,
        )
        for amendment in standing
        if amendment.stanza > 0
    )


def points_by_player(ruled: Sequence[RuledStanza]) -> Mapping[int, Mapping[str, list[tuple[str, int]]]]:
    """By stanza and player, which source gives or takes how many points."""
    points: dict[int, dict[str, list[tuple[str, int]]]] = {}
    for change in ruled:
        for added in change.adds:
            if added.points:
                of_stanza = points.setdefault(change.stanza, {})
                of_stanza.setdefault(added.player, []).append((change.by, added.points))
    return points


def _source(amendment: Amendment) -> str:
    if amendment.ruling is not None:
        return _("Ruling %(number)s") % {"number": amendment.ruling.number}
    return _("Vote") if amendment.vote_id else _("Decision on appeal")


def _ruled(incident: IncidentDocument, ruling: Ruling | None) -> RuledIncident:
    effect = incident_effect(
        incident["kind"],
        bid=incident.get("bid", 0),
        dealer="bid" not in incident,
        points=incident.get("points", 0),
        fails_bid=incident.get("fails_bid", False),
        repeated=ruling is not None and not ruling.outcome.get("points"),
    )
    return RuledIncident(
        incident=incident,
        player=incident.get("player", ""),
        points=effect.points,
        fails_bid=effect.fails_bid,
    )
