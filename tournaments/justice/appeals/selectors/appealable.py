"""Whether a ruling or a vote can be appealed by somebody now, until when, to whom, or why not.

Invariant: it asks the same as `tournaments.justice.appeals.services.appealing.appeal`, and writes nothing.
"""

from __future__ import annotations

from rules_engine.justice.appeal_terms import DAYS_TO_APPEAL, last_day
from sanctioning.kit.clock import today
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.events.permissions import plays_in
from tournaments.hooks import AppealOffer
from tournaments.justice.appeal_history.proceedings import OF_GAME, articles_of, decided_on, game_of
from tournaments.justice.appeals.models import AppealStep
from tournaments.justice.appeals.selectors.appeals import about
from tournaments.justice.appeals.services.appealing import appeals_that_stand, require_appealable
from tournaments.justice.appeals.services.steps import first_bench
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.votes.models import Vote


def ruling_or_vote(kind: str, number: int) -> Ruling | Vote | None:
    if kind == "ruling":
        rows = Ruling.objects.select_related("by__person", *(f"game__{path}" for path in OF_GAME))
        return rows.filter(pk=number).first()
    votes = Vote.objects.select_related(*(f"violation__game__{path}" for path in OF_GAME))
    return votes.filter(pk=number, state=Vote.State.CLOSED).first()


def offer_of(*, thing: Ruling | Vote, asker: Person | None) -> AppealOffer:
    """What stands for whoever may see the matter; the page asks that before."""
    game, day = game_of(thing), today()
    appeal = next(iter(appeals_that_stand(thing)), None)
    why, office, until = "", "", None
    try:
        require_appealable(thing)
    except Refusal as refusal:
        why = refusal.sentence
    else:
        bench = first_bench(thing, day)
        office = AppealStep.Office(bench).label
        until = last_day(decided_on(thing), articles_of(game).days_of(DAYS_TO_APPEAL[bench]))
    plays = plays_in(asker, game)
    return AppealOffer(
        event_slug=game.event.slug,
        event_name=game.event.name,
        game_label=game.label,
        game_address=f"{game.number}{game.group}",
        about=about(thing),
        what=thing.what if isinstance(thing, Ruling) else thing.violation.act,
        why_ruled=thing.reason,
        office=str(office),
        until=until,
        open=plays and not why and until is not None and day <= until,
        why=why,
        appeal=appeal.number if appeal else None,
    )
