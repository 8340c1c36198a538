"""What is done at a table and cannot be undone there, and how it is asked first."""

from __future__ import annotations

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from sanctioning.kit.pages.asking_first import Question
from tournaments.games.models import Game
from tournaments.tables.commands import Asked
from tournaments.tables.services.table_links import link_of_game


def question_before(act: str, game: Game, asked: Asked) -> Question | None:
    """None where it can be undone, or nothing is lost by it. One query at most."""
    asks = _of(act, game, asked)
    if asks is None:
        return None
    title, help_words, button = asks
    slug = game.event.slug
    stay = reverse("table", args=[slug, f"{game.number}{game.group}"])
    trail = ((game.event.name, reverse("event", args=[slug])), (capfirst(game.place), stay))
    return Question(title=title, help=help_words, button=button, stay=stay, trail=trail)


def _of(act: str, game: Game, asked: Asked) -> tuple[str, str, str] | None:
    game_named = {"game": game.place}
    if act in ("link", "withdraw-link") and link_of_game(game) is not None:
        printed = _("The code on printed table cards stops working, and no later link is the same.")
        if act == "link":
            return _("Renew the link of %(game)s?") % game_named, printed, _("Renew the link")
        return _("Withdraw the link of %(game)s?") % game_named, printed, _("Withdraw the link")
    if act == "give-up":
        return (
            _("Give %(game)s up?") % game_named,
            _("Its players are ranked where they last played, and nobody can sit down here again."),
            _("Give this group up"),
        )
    if act == "call-off":
        return (
            _("Call %(game)s off?") % {"game": game.place},
            _players_of(game)
            + _(
                "Nobody plays it: whoever sits or waits there is free and is told the reason, and the link "
                "to its pad is dead. To play after all, seat them at another table."
            ),
            _("Call the game off"),
        )
    if act == "leave" and asked.walked_out:
        return (
            _("Rule that %(who)s walked out?") % {"who": asked.person.name},
            _("The bid of this stanza fails, and the player is gone before the next deal. They can appeal."),
            _("Rule so"),
        )
    return None


def _players_of(game: Game) -> str:
    players = game.players.select_related("person").order_by("seat", "pk")
    names = ", ".join(player.person.name for player in players)
    return f"{_('Players: %(names)s.') % {'names': names}} " if names else ""
