"""The votes, the disciplinary cases and the steps of canons that imposed bars.

Invariant: three queries, however many bars.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from sanctioning.bars.origins import BarOrigin
from sanctioning.templatetags.saas import game_url
from tournaments.justice.canons.models import CanonStep
from tournaments.justice.cases.models import Case
from tournaments.justice.votes.models import Vote


def origins_in_tournaments(bars: Sequence[int]) -> Mapping[int, BarOrigin]:
    """By the key of the bar."""
    origins = {
        case.bar_id: BarOrigin(name=case.label, path=reverse("case", args=[case.pk]))
        for case in Case.objects.filter(bar__in=bars)
        if case.bar_id is not None
    }
    origins |= {
        step.bar_id: BarOrigin(name=str(step.event), path=reverse("canons", args=[step.event.slug]))
        for step in CanonStep.objects.filter(bar__in=bars).select_related("event")
        if step.bar_id is not None
    }
    imposed = Vote.bars.through.objects.filter(bar__in=bars).select_related("vote__violation__game__event")
    return origins | {link.bar_id: _of_vote(link.vote) for link in imposed}


def _of_vote(vote: Vote) -> BarOrigin:
    game = vote.violation.game
    return BarOrigin(
        name=_("vote in %(event)s, %(game)s") % {"event": game.event.name, "game": game.label},
        path=game_url(game.event.slug, game.number, game.group, "vote", vote=vote.pk),
    )
