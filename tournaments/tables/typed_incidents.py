"""An incident as it is typed on a form, and as a record has it; what is right or wrong the check says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from django.utils.translation import gettext as _

from rules_engine.whoopie.document import IncidentDocument

VOTED: Final = ("type-2-finding", "type-2-penalty", "adjusted-score")
OF_BIDS: Final = ("bid-out-of-turn", "illegal-bid", "changed-bid")
OF_CARDS: Final = ("exposed-card", "played-out-of-turn", "revoke-corrected")
OF_TRICKS: Final = (
    *("no-whoopie-call", "revoke-corrected", "revoke-self", "revoke-other", "revoke-late"),
    *("exposed-card", "played-out-of-turn"),
)


def incident_of(typed: Mapping[str, str]) -> IncidentDocument:
    """The incident of the record with those of the typed fields that its kind has."""
    kind = typed["kind"]
    if kind == "misdeal":
        return {"kind": kind, "reason": typed["reason"] or _("not told")}
    incident: dict[str, object] = {"kind": kind, "player": typed["player"]}
    if kind in OF_TRICKS and typed["trick"]:
        incident["trick"] = number_of(typed["trick"])
    if kind in OF_CARDS:
        incident["card"] = typed["card"].upper()
    if kind in OF_BIDS:
        incident["bid"] = number_of(typed["number"])
    if kind == "wrong-card-count":
        incident["cards"] = number_of(typed["number"])
    if kind == "type-1":
        incident["grounds"] = "improper-information"
    return cast("IncidentDocument", incident)


def number_of(text: str) -> int | str:
    """The number, or for the check to refuse what was typed instead."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 7 else text


def fields_of_incident(incident: IncidentDocument) -> dict[str, str]:
    """An incident of a record as a line of the form has it."""
    return {
        "kind": incident["kind"],
        "player": incident.get("player", ""),
        "trick": str(incident.get("trick", "")),
        "card": str(incident.get("card", "")),
        "number": str(incident.get("bid", incident.get("cards", ""))),
        "reason": str(incident.get("reason", "")),
    }


def fits(incident: IncidentDocument) -> bool:
    """Whether a row of the form can hold all that an incident says."""
    exposed = "cards" in incident and incident["kind"] != "wrong-card-count"
    return incident["kind"] not in VOTED and not exposed and "on_table" not in incident
