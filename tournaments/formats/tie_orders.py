"""Teams that came out even and are put in an order by hand: a field for each with its place among them.

Terms: field (its name is a word of the format, a hyphen and the team's number).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext as _

from sanctioning.kit.refusals import Refusal
from tournaments.formats.fields import Body, Field, Said, Values


def order_fields(
    teams: Sequence[int], word: str, label: Callable[[int], Said], lots: Mapping[int, int] | None = None
) -> tuple[Field, ...]:
    """The fields; where lots were drawn, each begins with the place that its team drew."""
    places = tuple((str(place), str(place)) for place in range(1, len(teams) + 1))
    return tuple(
        Field(
            name=f"{word}-{team}",
            label=label(team),
            kind="choice",
            choices=places,
            initial=str(lots[team]) if lots else "",
        )
        for team in teams
    )


def ordered(teams: Sequence[int], word: str, values: Body) -> list[int]:
    """The teams in the order that was said."""
    return sorted(teams, key=lambda team: int(values[f"{word}-{team}"]))


def read_order(word: str, rule: str, values: Values) -> Values:
    """The values as they were read; refuses an order that leaves two teams level."""
    places = {name: place for name, place in values.items() if name.startswith(f"{word}-")}
    twice = next((name for name, place in places.items() if list(places.values()).count(place) > 1), None)
    if twice is None:
        return values
    raise Refusal(
        code="ruling-level",
        sentence=_("Two teams have the same place."),
        rule=rule,
        remedy=_("Give each of them a place of its own."),
        status=422,
        facts={"field": twice},
    )
