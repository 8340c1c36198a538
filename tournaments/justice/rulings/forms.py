"""The form of an irregularity: only the facts that its ruling needs, players by name, cards by their names.

Invariant: it reads what was typed into plain values; what they mean the engine says.
Terms: pairs (rows of a player and a card, or a player and a number; an empty row is none).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypedDict

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules_engine.cards import SUITS
from rules_engine.whoopie.rulings.facts import Fact, facts_asked
from sanctioning.kit.refusals import Refusal
from tournaments.formats.fields import Field
from tournaments.formats.form_fields import form_field
from tournaments.justice.rulings.fact_fields import (
    CARD_HELP,
    CARDS_HELP,
    IT_WAS_A_LEAD,
    CardsBySuit,
    all_cards,
    card_field,
    cards_field,
    field_of,
    number_field,
)
from tournaments.justice.rulings.irregularities import asked_as
from tournaments.justice.rulings.models import Ruling

ROWS: Final = 9
COMPUTED: Final = ("earlier",)
# What the suit led answers where an older penalty card was due: whether one was led, and could be followed.
WITH_THE_SUIT: Final = ("leads", "can_follow")
SUIT_OR_LEAD: Final = "older-penalty-card"
DEALS: Final = Fact("dealer", "flag")


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known of the table at that moment: who sits there, clockwise, how many cards each was dealt,
    and by whom; 0 and "" where it is not."""

    seated: Sequence[str] = ()
    cards: int = 0
    dealer: str = ""

    def after(self, player: str) -> str:
        """Who plays after somebody; "" where that is not known."""
        if player not in self.seated:
            return ""
        return self.seated[(self.seated.index(player) + 1) % len(self.seated)]


NOTHING_KNOWN: Final = Known()
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
        known: Known = NOTHING_KNOWN,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.irregularity = irregularity
        self.players = players
        self.known = known
        self.facts = tuple(fact for fact in facts_asked(irregularity) if not self._is_answered(fact))
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
        values |= self._answered(values)
        return {name: value for name, value in values.items() if value is not None}

    @property
    def all_cards(self) -> CardsBySuit:
        """The pad from which cards are taken."""
        return all_cards()

    def _is_answered(self, fact: Fact) -> bool:
        """Whether the rest of the form, or what is known of the table, answers it."""
        with_the_suit = self.irregularity == SUIT_OR_LEAD and fact.name in WITH_THE_SUIT
        own_deal = fact == DEALS and bool(self.known.dealer)
        return fact.name in COMPUTED or with_the_suit or own_deal

    def _answered(self, values: Mapping[str, FactValue | None]) -> dict[str, FactValue | None]:
        """Whoever names the card that they meant laid it in turn; whoever followed suit could."""
        answered: dict[str, FactValue | None] = {}
        if values.get("meant") and isinstance(values.get("meant"), str):
            answered["in_turn"] = True
        if self.irregularity == SUIT_OR_LEAD:
            led, card = str(values.get("led")), str(values.get("card", ""))
            answered |= {"leads": led == IT_WAS_A_LEAD, "can_follow": led in SUITS and card[-1:] == led}
            answered["led"] = "*" if led == IT_WAS_A_LEAD else led
        if self.known.dealer and DEALS in facts_asked(self.irregularity):
            answered["dealer"] = values.get("player") == self.known.dealer
        return answered

    def _add(self, fact: Fact) -> None:
        label = asked_as(self.irregularity, fact.name)
        if fact.kind == "plays":
            for row in range(ROWS):
                self._add_row(fact, row)
        elif fact.kind in ("counts", "lying"):
            for number, (_id, name) in enumerate(self.players.items()):
                self.fields[f"{fact.name}-{number}"] = (
                    number_field(name, range(0), needed=False) if fact.kind == "counts" else cards_field(name)
                )
        else:
            numbers = self._likely(fact)
            suit_or_lead = self.irregularity == SUIT_OR_LEAD
            self.fields[fact.name] = field_of(fact, label, self.players, numbers, may_be_a_lead=suit_or_lead)

    def _likely(self, fact: Fact) -> range:
        """The numbers to tap; others are typed."""
        if fact.name == "named_by":
            return range(len(self.players))
        if fact.name in ("bid", "first", "then") and self.known.cards:
            return range(self.known.cards + 1)
        if fact.name == "held" and self.known.cards:
            return range(max(0, self.known.cards - 2), self.known.cards + 3)
        return range(0)

    def _add_row(self, fact: Fact, row: int) -> None:
        """Who played a card, and which; the first wrong one is the matter itself, those after it follow."""
        matter = fact.name == "plays" and row == 0
        place = {"n": row + 1}
        follows = bool(self.known.seated) and (row > 0 or fact.name == "after")
        nobody = ("", _("the next player") if follows else _("nobody"))
        self.fields[f"{fact.name}-{row}-player"] = forms.ChoiceField(
            label=_("Card %(n)s: who played it") % place,
            choices=[*([] if matter else [nobody]), *self.players.items()],
            required=False,
            widget=forms.RadioSelect if matter else forms.Select,
        )
        card = card_field(_("Card %(n)s") % place, needed=False, open_pad=matter, helped=False)
        self.fields[f"{fact.name}-{row}-card"] = card

    def _part(self, fact: Fact) -> FormPart:
        if fact.kind == "plays":
            rows = [
                (self[f"{fact.name}-{row}-player"], self[f"{fact.name}-{row}-card"]) for row in range(ROWS)
            ]
            filled = [row for row, (who, _card) in enumerate(rows) if who.value()]
            shown = max(*filled, 0) + 2 if filled else 2
            return {"rows": rows[:shown], "more": rows[shown:], "help": str(CARD_HELP)}
        if fact.kind in ("counts", "lying"):
            each = [self[f"{fact.name}-{number}"] for number in range(len(self.players))]
            return {"each": each, "help": str(CARDS_HELP) if fact.kind == "lying" else ""}
        return {"field": self[fact.name]}

    def _plain(self, fact: Fact) -> FactValue | None:
        cleaned = self.cleaned_data
        if fact.kind == "plays":
            return self._plays(fact)
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

    def _plays(self, fact: Fact) -> list[list[str | int]]:
        """The cards in their order; where nobody is named, the next player after whoever played before."""
        before = str(self.cleaned_data.get("player", "")) if fact.name == "after" else ""
        plays: list[list[str | int]] = []
        for row in range(ROWS):
            who, card = (self.cleaned_data[f"{fact.name}-{row}-{part}"] for part in ("player", "card"))
            if who or card:
                before = who or self.known.after(before)
                plays.append([before, card])
        return plays

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
    if irregularity == SUIT_OR_LEAD and facts.get("leads"):
        filled["led"] = IT_WAS_A_LEAD
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
