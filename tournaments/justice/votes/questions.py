"""What is asked before a violation is charged, or a vote demanded: neither is taken back.

Invariant: the question names who says it, where the Acting Executor writes it down for a player too; who is
accused, and of what.
"""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from sanctioning.identity.names import full_name, telling_apart
from sanctioning.kit.pages.asking_first import Question
from tournaments.games.game_families import event_at_hand, family_of
from tournaments.games.models import Game
from tournaments.justice.votes.models import Violation, Vote
from tournaments.justice.votes.services.current_players import VotersTable


def players_to_name(game: Game) -> tuple[tuple[str, str], ...]:
    """Who plays or played there, by record id and name, those who sit there first."""
    family = family_of(game, event=event_at_hand(game))
    table = VotersTable(family, family.games[game.pk])
    players = family.players_of(game)
    named = telling_apart(full_name, (player.person for player in players))
    names = {player.record_id: named(player.person) for player in players}
    gone = [record_id for record_id in names if record_id not in table.current]
    return tuple((record_id, names[record_id]) for record_id in (*table.current, *gone))


def about_charging(request: HttpRequest, game: Game) -> Question:
    names = dict(players_to_name(game))
    accused = [names.get(player, player) for player in request.POST.getlist("offenders")]
    kinds = dict(Violation.Kind.choices)
    kind = request.POST.get("kind", "")
    what = _(
        "%(kind)s. The table and its Acting Executor read the charge, and it stays in the record of the game."
    )
    speaker = names.get(request.POST.get("for_player", ""))
    said = _("%(who)s charges.") % {"who": speaker} if speaker else _("You charge.")
    return Question(
        title=_("Charge %(who)s with a violation?") % {"who": ", ".join(accused)},
        help=f"{said} {what % {'kind': kinds.get(kind, kind)}}",
        button=_("Charge them"),
        stay=request.path,
    )


def about_demanding(request: HttpRequest, game: Game) -> Question:
    motion = request.POST.get("motion", "")
    what = _("%(motion)s. The Acting Executor opens the vote, or refuses it by rule.")
    speaker = dict(players_to_name(game)).get(request.POST.get("for_player", ""))
    said = _("%(who)s demands it.") % {"who": speaker} if speaker else _("You demand it.")
    return Question(
        title=_("Demand this vote?"),
        help=f"{said} {what % {'motion': dict(Vote.Motion.choices).get(motion, motion)}}",
        button=_("Demand the vote"),
        stay=f"{request.path}?motion={motion}" if motion in Vote.Motion.values else request.path,
    )
