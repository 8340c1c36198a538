"""The fields in which the facts of an irregularity are told: each takes one tap where that is possible.

Invariant: what is typed and what is tapped are the same values; the pads of cards and of numbers, which a
script draws below their fields, only write in them.
Terms: pad (all cards, or the likely numbers, to tap).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules_engine.cards import CODES, RANKS, SUITS
from rules_engine.whoopie.rulings.facts import Fact
from sanctioning.kit.wording.cards import card_name
from tournaments.justice.rulings.irregularities import CHOICES

MANY: Final = 99
NO_CARD: Final = gettext_lazy(
    "“%(card)s” is not a card. Write rank and suit, such as QH or 10S; * is a joker."
)
CARD_HELP: Final = gettext_lazy("Rank and suit: QH, 10S; * for a joker.")
CARDS_HELP: Final = gettext_lazy("Rank and suit, with blanks between: 9C 10D QH; * for a joker.")
LED: Final = (
    *(("S", gettext_lazy("spades")), ("H", gettext_lazy("hearts"))),
    *(("D", gettext_lazy("diamonds")), ("C", gettext_lazy("clubs")), ("*", gettext_lazy("a joker"))),
)
IT_WAS_A_LEAD: Final = "lead"
SIGNS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))
CardsBySuit = list[tuple[str, list[tuple[str, str, str]]]]
RANK_SHOWN: Final = {"T": "10"}


class CardsField(forms.CharField):
    """Several cards in their order, as the record writes them."""

    def clean(self, value: object) -> list[str]:
        text: str = super().clean(value)
        typed = text.upper().replace(",", " ").split()
        wrong = [card for card in typed if card not in CODES]
        if wrong:
            raise forms.ValidationError(NO_CARD % {"card": wrong[0]})
        return typed


class CardField(forms.CharField):
    """One card as the record writes it."""

    def clean(self, value: object) -> str:
        text: str = super().clean(value)
        typed = text.upper().replace(" ", "")
        if typed and typed not in CODES:
            raise forms.ValidationError(NO_CARD % {"card": text.strip()})
        return typed


def all_cards() -> CardsBySuit:
    """By suit each card, the highest first, as it is written, shown and read out; then the joker."""
    rows = [
        (
            suit,
            [
                (rank + suit, f"{RANK_SHOWN.get(rank, rank)}{SIGNS[suit]}", card_name(rank + suit))
                for rank in reversed(RANKS)
            ],
        )
        for suit in SUITS
    ]
    return [*rows, ("*", [("*", _("Joker"), _("joker"))])]


def field_of(
    fact: Fact, label: str, players: Mapping[str, str], numbers: range, *, may_be_a_lead: bool
) -> forms.Field:
    """The one field of a fact; the likely `numbers` of a number are there to tap."""
    needed = not fact.optional
    match fact.kind:
        case "player":
            return _one_of(label, players.items())
        case "card":
            return card_field(label, needed=needed, open_pad=fact.name != "meant")
        case "cards":
            first = fact.name == "cards"
            widget = forms.TextInput(attrs=_card_pad("several", open_pad=first or may_be_a_lead))
            return CardsField(label=label, help_text=CARDS_HELP, required=first, widget=widget)
        case "suit":
            lead = [(IT_WAS_A_LEAD, _("nothing: it was a lead"))] if may_be_a_lead else []
            return _one_of(label, [*lead, *LED])
        case "flag":
            return forms.BooleanField(label=label, required=False)
        case "choice":
            return _one_of(label, [(choice, CHOICES[choice]) for choice in fact.choices])
        case _:
            return number_field(label, numbers, needed=needed)


def cards_field(label: str) -> CardsField:
    """Cards in their order, or none."""
    return CardsField(
        label=label, required=False, widget=forms.TextInput(attrs=_card_pad("several", open_pad=False))
    )


def card_field(label: str, *, needed: bool, open_pad: bool = False, helped: bool = True) -> CardField:
    widget = forms.TextInput(attrs=_card_pad("one", open_pad=open_pad))
    return CardField(label=label, required=needed, widget=widget, help_text=CARD_HELP if helped else "")


def number_field(label: str, numbers: range, *, needed: bool) -> forms.IntegerField:
    """A whole number up to 99."""
    pad = {"data-number-pad": f"{numbers[0]} {numbers[-1]}"} if numbers else {}
    widget = forms.NumberInput(attrs=pad)
    return forms.IntegerField(label=label, min_value=0, max_value=MANY, required=needed, widget=widget)


def _one_of(label: str, choices: object) -> forms.ChoiceField:
    field = forms.ChoiceField(label=label, widget=forms.RadioSelect)
    field.choices = list(choices)  # type: ignore[call-overload]
    return field


def _card_pad(kind: str, *, open_pad: bool) -> dict[str, str]:
    as_code = {"autocomplete": "off", "spellcheck": "false", "class": "code-input"}
    return {"data-card-pad": kind, **as_code, **({"data-pad-open": ""} if open_pad else {})}
