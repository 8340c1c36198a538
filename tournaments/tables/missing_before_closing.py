"""What is still to come when somebody closes a game: stanzas of its plan, open errors, votes.

Invariants: nothing of it forbids closing, since a table may have to stop; whoever closes has been told.
Rule section: reading 10 (the end fixed before the first deal).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.whoopie.check import ending
from sanctioning.kit.refusals import Refusal
from tournaments.games.models import Game
from tournaments.games.plans import ends_words
from tournaments.justice.votes.models import Vote
from tournaments.reports.selectors.settlements import findings_in_play
from tournaments.tables.game_folders import read_folder, until_moment


@dataclass(frozen=True, slots=True, kw_only=True)
class StillToCome:
    """`plan` says in words which end was planned, and is empty once it is reached."""

    plan: str
    stanzas: int
    errors: int
    votes: int

    @property
    def sentences(self) -> list[str]:
        """Each in a sentence."""
        sentences = []
        if self.stanzas:
            sentences.append(
                ngettext(
                    "%(count)s stanza of the plan has not been played.",
                    "%(count)s stanzas of the plan have not been played.",
                    self.stanzas,
                )
                % {"count": self.stanzas}
            )
        elif self.plan:
            sentences.append(_("The game ends %(plan)s, and has not reached that yet.") % {"plan": self.plan})
        if self.errors:
            sentences.append(
                ngettext("%(count)s error is not settled.", "%(count)s errors are not settled.", self.errors)
                % {"count": self.errors}
            )
        if self.votes:
            sentences.append(
                ngettext("%(count)s vote is not closed.", "%(count)s votes are not closed.", self.votes)
                % {"count": self.votes}
            )
        return sentences


def still_to_come(game: Game, at: dt.datetime) -> StillToCome:
    """What is missing of a game that is being played."""
    folder = read_folder(game)
    until = until_moment(game)
    over = not game.planned or (ending.is_over(game.planned, folder.record) if until is None else at >= until)
    stanzas = 0 if over else max(0, game.planned.get("stanzas", 0) - game.stanzas_played)
    votes = Vote.objects.filter(
        violation__game=game, state__in=(Vote.State.DEMANDED, Vote.State.OPEN)
    ).count()
    return StillToCome(
        plan="" if over else ends_words(game.planned),
        stanzas=stanzas,
        errors=sum(finding["blocks"] for finding in findings_in_play([game.pk]).get(game.pk, ())),
        votes=votes,
    )


def require_nothing_missing(game: Game, at: dt.datetime) -> None:
    """Ask whoever closes a game once, where something is still to come."""
    missing = still_to_come(game, at)
    if not missing.sentences:
        return
    raise Refusal(
        code="not-over",
        sentence=" ".join([_("This game is not over:"), *missing.sentences]),
        rule=_("Reading 10: how a game ends is set before its first deal."),
        remedy=_("Continue the game; or close it anyway, if the table has stopped."),
        facts={"stanzas": missing.stanzas, "open_errors": missing.errors, "votes": missing.votes},
    )
