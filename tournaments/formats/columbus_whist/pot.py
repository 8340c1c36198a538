"""The Boston pot in words: what a pair puts in, what it holds, and who shares it.

Rule section: 40 (C-30), reading 7. Who wins and how it is split the engine says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from sanctioning.money import money, of_hundredths
from tournaments.formats.slips import EventHead


def pot_in_cents(head: EventHead) -> int:
    """What all pairs put in."""
    return int(head.planned["pot_cents"]) * len(head.teams)


def pot_of_a_pair(head: EventHead) -> str:
    """What each pair puts in; nothing where there is no pot."""
    cents = int(head.planned["pot_cents"])
    return _money(cents) if cents else ""


def pot_words(head: EventHead, split: Mapping[str, Any] | None) -> str:
    """A sentence or two on the pot; `split` is as the engine's check has it, None while it is open."""
    cents = pot_in_cents(head)
    if not cents:
        return ""
    said = {"pot": _money(cents)}
    if split is None:
        return _("The Boston pot holds %(pot)s; it is decided after the fourth game.") % said
    names = [head.teams[team].name for team in sorted(head.teams)]
    said["teams"] = ", ".join(names[team - 1] for team in split["winners"])
    said |= {"share": _money(split["share"]), "left": _money(split["left"])}
    if len(split["winners"]) == 1:
        words = _("The Boston pot of %(pot)s goes to %(teams)s for most Bostons.")
        if not split["hit"]:
            words = _("Nobody made a Boston: the pot of %(pot)s goes to %(teams)s for most games won.")
    else:
        words = _("The Boston pot of %(pot)s is shared for most Bostons: %(share)s each to %(teams)s.")
        if not split["hit"]:
            words = _(
                "Nobody made a Boston: %(teams)s share the pot of %(pot)s for most games won, %(share)s each."
            )
    rest = _("%(left)s stay with the officials.") if split["left"] else ""
    return " ".join(filter(None, (words, rest))) % said


def _money(cents: int) -> str:
    return money(of_hundredths(cents))
