"""The rule set by which a game is judged: that of the sanction, whatever was adopted since."""

from __future__ import annotations

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from sanctioning.law.models.versions import RuleSet
from tournaments.games.models import Game


def rule_set_of(game: Game, named: str = "") -> RuleSet:
    """The rule set by which the game is judged, which a record must name."""
    sanction = game.event.sanction
    if sanction is None or sanction.rule_set is None:
        raise Refusal(
            code="event-not-sanctioned",
            sentence=_("This game belongs to no sanctioned event."),
            rule="IV",
            remedy=_("Apply for a sanction."),
        )
    if named and named != sanction.rule_set.slug:
        raise Refusal(
            code="other-rule-set",
            sentence=_("The record was kept under %(named)s, but the event is sanctioned under %(slug)s.")
            % {"named": named, "slug": sanction.rule_set.slug},
            rule=_("An event is judged by the rules in force when it was sanctioned."),
            remedy=_("Correct the record's rule set, or ask the Acting Executor."),
        )
    return sanction.rule_set
