"""The ways in which lists of points are narrowed: by card game, by player; and how the API tells of each."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from sanctioning.identity.lookup import person_numbered
from sanctioning.identity.same_person import rows_of
from sanctioning.kit.lists.filters import one_of
from sanctioning.kit.lists.lists import Filter
from sanctioning.kit.lists.parameters import filter_parameter
from scoring.card_games import card_game_choices
from scoring.ledger.models.ledger import LedgerEntry

DEGREE: Final = filter_parameter("degree", "Only this degree, by its place in the scale: 0 is the lowest.")
PLAYER: Final = filter_parameter(
    "player", "Only of this player: the member number, or words of the name where names are searched."
)


def by_card_game() -> Filter[Any]:
    return one_of(
        "card_game", _("Card game"), "card_game", card_game_choices(), all_words=_("all card games")
    )


def by_number() -> Filter[LedgerEntry]:
    """Entries of the player with that number."""

    def narrow(entries: QuerySet[LedgerEntry], number: str) -> QuerySet[LedgerEntry]:
        person = person_numbered(number=number)
        return entries.filter(person__in=rows_of(person)) if person else entries.none()

    field = forms.CharField(label=_("Player's number"), required=False, max_length=20)
    return Filter(name="player", field=field, narrow=narrow)
