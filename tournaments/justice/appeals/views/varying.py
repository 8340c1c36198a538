"""Varying a ruling on appeal: the same form of facts by which it was ruled, for whoever judges it now.

Invariant: offered only to whom the service would let decide so, and filled with the facts that stand.
Rule section: IV. Terms: moved (a motion to vary it that is before the College).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sanctioning.kit.clock import today
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.formats.registry import format_named
from tournaments.hooks import PLACES_DUE
from tournaments.justice.appeal_history.proceedings import Proceedings, proceedings_to_read
from tournaments.justice.appeals.models import Appeal, CollegeMotion, Decision
from tournaments.justice.appeals.permissions import judges_it
from tournaments.justice.appeals.selectors.possible_acts import open_motion
from tournaments.justice.appeals.variation import may_be_varied
from tournaments.justice.rulings.effects_by_format import facts_to_ask
from tournaments.justice.rulings.forms import BookForm, FactsForm, as_typed
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.selectors.rulings import people_at


def varying_form(
    appeal: Appeal, person: Person, data: Mapping[str, Any] | None = None
) -> FactsForm | BookForm | None:
    """The facts as they stand, to be told otherwise; None for whoever does not decide the appeal now."""
    proceedings = proceedings_to_read(appeal)
    ruling = proceedings.ruling
    if ruling is None or not may_be_varied(proceedings) or not judges_it(person, today(), proceedings):
        return None
    if motion_before(proceedings) is not None:
        return None
    played = format_named(proceedings.game.event.format)
    if played.rules_by_its_book:
        fields = facts_to_ask(
            played, proceedings.game, ruling.irregularity, PLACES_DUE.only()(proceedings.game)
        )
        return BookForm(fields, data, cited=True, initial=_standing_facts(proceedings, ruling))
    players = people_at(proceedings.game)
    facts = as_typed(ruling.irregularity, _standing_facts(proceedings, ruling), players)
    return FactsForm(ruling.irregularity, players, data, initial=facts)


def motion_before(proceedings: Proceedings) -> CollegeMotion | None:
    """The motion that the College has before it."""
    step = proceedings.waiting
    return open_motion(step) if step else None


def _standing_facts(proceedings: Proceedings, ruling: Ruling) -> Mapping[str, Any]:
    """Those of the ruling, or of the step that varied it last."""
    varied = [step for step in proceedings.decided_steps if step.decision == Decision.VARIED]
    facts: Mapping[str, Any] = varied[-1].facts if varied else ruling.facts
    return facts


def reasons_missing(refusal: Refusal | None) -> str:
    """What stands below the reasons of a decision that was refused for want of them."""
    return refusal.sentence if refusal and refusal.code == "reasons-missing" else ""
