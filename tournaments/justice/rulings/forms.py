"""The form of an irregularity: only the facts that its ruling needs, players by name, cards by their names.

Invariant: it reads what was typed into plain values; what they mean the engine says.
Terms: pairs (rows of a player and a card, or a player and a number; an empty row is none).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypedDict

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules_engine.cards import CODES, RANKS, SUITS
from rules_engine.whoopie.rulings.facts import Fact, facts_asked
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.cards import card_name
from tournaments.formats.fields import Field
from tournaments.formats.form_fields import form_field
from tournaments.justice.rulings.irregularities import CHOICES, asked_as
from tournaments.justice.rulings.models import Ruling

ROWS: Final = 9
MANY: Final = 99
COMPUTED: Final = ("earlier",)
NO_CARD: Final = gettext_lazy(
    "“%(card)s” is not a card. Write rank and suit, such as QH or 10S; * is a joker."
)
CARDS_HELP: Final = gettext_lazy("Rank and suit, with blanks between: 9C 10D QH; * for a joker.")
LED: Final = (
    *(("S", gettext_lazy("spades")), ("H", gettext_lazy("hearts"))),
    *(("D", gettext_lazy("diamonds")), ("C", gettext_lazy("clubs")), ("*", gettext_lazy("a joker"))),
)


def card_choices() -> list[tuple[str, str | list[tuple[str, str]]]]:
    """All cards by suit, the highest first, then the joker."""
    suits = dict(LED)
    groups = [
        (str(suits[suit]).capitalize(), [(rank + suit, card_name(rank + suit)) for rank in reversed(RANKS)])
        for suit in SUITS
    ]
    return [("", _("no card")), *groups, ("*", _("joker"))]


FactValue = str | int | list[str] | list[list[str | int]] | dict[str, list[str]]
"""What a fact is told with: a player, card or suit; a number or yes; cards; pairs; cards by player."""


class FormPart(TypedDict, total=False):
    """What is asked about one fact: one field, a field for each player, or rows of two fields; `more` of them
    are folded away."""

    label: str
    field: BoundField
    each: list[BoundField]
    rows: list[tuple[BoundField, BoundField]]
    more: list[tuple[BoundField, BoundField]]
    help: str


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


class PlacedForm(forms.Form):
    """A form that knows at which of its fields something stands."""

    def place_of(self, field: str) -> str:
        """The field of that name, or the first of those that ask for one fact; empty for none."""
        if field in self.fields:
            return field
        return next((name for name in self.fields if field and name.startswith(f"{field}-")), "")

    @property
    def plain(self) -> Mapping[str, FactValue]:
        """The facts as the service reads them."""
        return {}

    @property
    def cited(self) -> str:
        """The rule that was written, where the form asks for one."""
        return str(self.cleaned_data.get("section", ""))


class BookForm(PlacedForm):
    """What the book of an event's game asks; with the rule itself where a question has no form."""

    def __init__(
        self,
        fields: Sequence[Field],
        data: Mapping[str, object] | None = None,
        *,
        cited: bool,
        initial: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        if not cited:
            self.fields["section"] = SectionForm.base_fields["section"]
        for field in fields:
            control = form_field(field)
            if field.needed and isinstance(control, forms.ChoiceField):
                control.choices = [("", _("choose")), *field.choices]
            self.fields[field.name] = control
        self.asked = tuple(field.name for field in fields)

    @property
    def parts(self) -> list[FormPart]:
        return [{"field": self[name]} for name in self.asked]

    @property
    def plain(self) -> Mapping[str, FactValue]:
        return {name: self.cleaned_data[name] for name in self.asked if self.cleaned_data[name]}


class FactsForm(PlacedForm):
    """The facts of one irregularity; `plain` is what the engine reads."""

    def __init__(
        self,
        irregularity: str,
        players: Mapping[str, str],
        data: Mapping[str, object] | None = None,
        initial: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.irregularity = irregularity
        self.players = players
        self.facts = tuple(fact for fact in facts_asked(irregularity) if fact.name not in COMPUTED)
        for fact in self.facts:
            self._add(fact)

    @property
    def parts(self) -> list[FormPart]:
        """Fields one by one, those of one fact together where there are several."""
        return [{"label": asked_as(self.irregularity, fact.name), **self._part(fact)} for fact in self.facts]

    @property
    def plain(self) -> Mapping[str, FactValue]:
        """What was typed; the form is valid."""
        values = {fact.name: self._plain(fact) for fact in self.facts}
        return {name: value for name, value in values.items() if value is not None}

    def _add(self, fact: Fact) -> None:
        label = asked_as(self.irregularity, fact.name)
        people = [("", _("choose")), *self.players.items()]
        if fact.kind == "plays":
            for row in range(ROWS):
                who, card = f"{fact.name}-{row}-player", f"{fact.name}-{row}-card"
                place = {"n": row + 1}
                self.fields[who] = forms.ChoiceField(
                    label=_("Card %(n)s: who played it") % place,
                    choices=[("", _("nobody")), *self.players.items()],
                    required=False,
                )
                self.fields[card] = CardField(label=_("Card %(n)s") % place, required=False)
        elif fact.kind in ("counts", "lying"):
            for number, (_id, name) in enumerate(self.players.items()):
                self.fields[f"{fact.name}-{number}"] = (
                    forms.IntegerField(label=name, required=False, min_value=0, max_value=MANY)
                    if fact.kind == "counts"
                    else CardsField(label=name, required=False)
                )
        else:
            self.fields[fact.name] = _field(fact, label, people)

    def _part(self, fact: Fact) -> FormPart:
        if fact.kind == "plays":
            rows = [
                (self[f"{fact.name}-{row}-player"], self[f"{fact.name}-{row}-card"]) for row in range(ROWS)
            ]
            filled = [row for row, (who, _card) in enumerate(rows) if who.value()]
            shown = max(filled, default=-1) + 2
            return {"rows": rows[: max(shown, 3)], "more": rows[max(shown, 3) :], "help": str(CARDS_HELP)}
        if fact.kind in ("counts", "lying"):
            each = [self[f"{fact.name}-{number}"] for number in range(len(self.players))]
            return {"each": each, "help": str(CARDS_HELP) if fact.kind == "lying" else ""}
        return {"field": self[fact.name]}

    def _plain(self, fact: Fact) -> FactValue | None:
        cleaned = self.cleaned_data
        if fact.kind == "plays":
            pairs = [
                (cleaned[f"{fact.name}-{row}-player"], cleaned[f"{fact.name}-{row}-card"])
                for row in range(ROWS)
            ]
            return [[who, card] for who, card in pairs if who or card]
        if fact.kind == "counts":
            return self._left_of_player(fact)
        if fact.kind == "lying":
            return {
                who: cleaned[f"{fact.name}-{number}"]
                for number, who in enumerate(self.players)
                if cleaned[f"{fact.name}-{number}"]
            }
        value: FactValue | None = cleaned[fact.name]
        return None if value in ("", None) else value

    def _left_of_player(self, fact: Fact) -> list[list[str | int]]:
        """The counts that were told, clockwise from the left of the player in question."""
        counts = [
            [who, self.cleaned_data[f"{fact.name}-{number}"]] for number, who in enumerate(self.players)
        ]
        sitting = list(self.players)
        at = sitting.index(self.cleaned_data["player"]) if self.cleaned_data.get("player") in sitting else 0
        return [[who, count] for who, count in (*counts[at + 1 :], *counts[:at]) if count is not None]


def as_typed(
    irregularity: str, facts: Mapping[str, Any], players: Mapping[str, str]
) -> dict[str, str | int | None]:
    """The fields of a `FactsForm` as they are filled where these facts were told."""
    filled: dict[str, str | int | None] = {}
    for fact in facts_asked(irregularity):
        answer = facts.get(fact.name)
        if answer is None:
            continue
        if fact.kind == "plays":
            for row, (who, card) in enumerate(answer[:ROWS]):
                filled |= {f"{fact.name}-{row}-player": who, f"{fact.name}-{row}-card": card}
        elif fact.kind in ("counts", "lying"):
            each = dict(answer)
            for number, who in enumerate(players):
                value = each.get(who, [] if fact.kind == "lying" else None)
                filled[f"{fact.name}-{number}"] = " ".join(value) if isinstance(value, list) else value
        else:
            filled[fact.name] = " ".join(answer) if isinstance(answer, list) else answer
    return filled


def show_at_its_field(refusal: Refusal, *forms_asked: PlacedForm) -> None:
    """Say at its field, too, what is wrong there."""
    field = str(refusal.facts.get("field", ""))
    for form in forms_asked:
        at = form.place_of(field)
        if at:
            form.add_error(at, refusal.sentence)


class WordsForm(PlacedForm):
    """What every ruling says."""

    what = forms.CharField(
        label=gettext_lazy("What happened"),
        help_text=gettext_lazy("In a sentence or two. The players at the table read it."),
        widget=forms.Textarea(attrs={"rows": 3}),
        required=False,
    )
    reason = forms.CharField(
        label=gettext_lazy("Why it is ruled so"),
        help_text=gettext_lazy("In a sentence or two. The players it concerns may appeal against it."),
        widget=forms.Textarea(attrs={"rows": 3}),
        required=False,
    )
    public = forms.BooleanField(label=gettext_lazy("Add it to the case book, for everyone"), required=False)
    words = forms.CharField(
        label=gettext_lazy("What happened, in words for everyone (optional)"),
        help_text=gettext_lazy(
            "Without names: the dealer, the leader, Player 1. Only needed for the case book."
        ),
        widget=forms.Textarea(attrs={"rows": 3}),
        required=False,
    )


class SectionForm(PlacedForm):
    section = forms.CharField(
        label=gettext_lazy("The rule"),
        help_text=gettext_lazy("As the rules name it, such as I/Bidding or I/Scoring."),
        max_length=Ruling._meta.get_field("section").max_length,
        required=False,
    )


def _field(fact: Fact, label: str, people: list[tuple[str, str]]) -> forms.Field:
    needed = not fact.optional
    match fact.kind:
        case "player":
            return forms.ChoiceField(label=label, choices=people)
        case "card":
            return forms.ChoiceField(label=label, choices=card_choices(), required=needed)
        case "cards":
            return CardsField(label=label, help_text=CARDS_HELP, required=fact.name == "cards")
        case "suit":
            return forms.ChoiceField(label=label, choices=[("", _("choose")), *LED])
        case "flag":
            return forms.BooleanField(label=label, required=False)
        case "choice":
            return forms.ChoiceField(
                label=label,
                choices=[("", _("choose")), *((choice, CHOICES[choice]) for choice in fact.choices)],
            )
        case _:
            return forms.IntegerField(label=label, min_value=0, max_value=MANY, required=needed)
