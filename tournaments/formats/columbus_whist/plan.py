"""The plan of an event of Columbus Whist: its games, how many go on, what a pair puts into the Boston pot.

Rule section: 2, 4, 6 and 40 (C-2, C-4, C-7, C-30), reading 6. The officials may leave open how many go on
until the play-off. The form of a playoff round is theirs too; it is proposed as the rules have a play-off,
of one game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.boston_pot import LAST_GAME
from rules_engine.columbus_whist.reader.event import MOST_CENTS, MOST_TEAMS
from rules_engine.columbus_whist.record import GAMES, PLAYOFF_GAMES
from sanctioning.kit.money import hundredths, read_amount
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.typed_input import whole_number
from sanctioning.kit.wording.localised import lazily as _lazy
from tournaments.formats.columbus_whist.kept import plan_of
from tournaments.formats.documents import Planned
from tournaments.formats.fields import Field
from tournaments.formats.format import Plan, plan_unreadable

if TYPE_CHECKING:
    from tournaments.events.models.event import Event

KEYS: Final = {"games", "qualifiers", "pot_cents"}
UNREADABLE: Final = -1
MOST_OF_A_PAIR: Final = MOST_CENTS // 200
LENGTHS: Final = (
    (str(GAMES), _lazy("six games: an evening")),
    (str(PLAYOFF_GAMES), _lazy("one game: a playoff round, in which points are of no value")),
)
FIELDS: Final = (
    Field(name="games", label=_lazy("Each team plays"), kind="choice", choices=LENGTHS, initial=str(GAMES)),
    Field(
        name="qualifiers",
        label=_lazy("How many teams advance"),
        help=_lazy("If empty, you are asked once the last game is seated."),
        kind="whole",
        needed=False,
        most=MOST_TEAMS,
    ),
    Field(
        name="pot",
        label=_lazy("Boston pot, from each pair"),
        help=_lazy("An amount such as 5.00; if empty, there is no pot."),
        needed=False,
        most=12,
    ),
)


def typed(form: Mapping[str, str]) -> Planned:
    """The plan as it was typed; what is no amount is kept as one that no plan has."""
    pot = form["pot"].strip()
    amount = read_amount(pot)
    cents = 0 if not pot else UNREADABLE if amount is None else hundredths(amount)
    return {
        "games": whole_number(form["games"]),
        "qualifiers": whole_number(form["qualifiers"].strip()),
        "pot_cents": cents,
    }


def read(planned: Planned) -> None:
    """Refuse a plan that is not one of six games or of one, of teams that go on and of cents."""
    games = planned.get("games")
    if set(planned) != KEYS or type(games) is not int or str(games) not in dict(LENGTHS):
        raise plan_unreadable(
            _("The plan is not for Columbus Whist."),
            _("Each team plays six games, in a playoff round one."),
            rules.SIX_GAMES,
        )
    qualifiers = planned["qualifiers"]
    if qualifiers is not None and not _between(qualifiers, MOST_TEAMS):
        raise plan_unreadable(
            _("It is not clear how many advance."),
            _("Write a number, or leave it empty."),
            rules.QUALIFIERS,
            field="qualifiers",
        )
    if qualifiers == 0:
        raise plan_unreadable(
            _("No team would advance to the playoff round."),
            _("Write at least 1, or leave it empty: the officials decide after the last game."),
            rules.QUALIFIERS,
            field="qualifiers",
        )
    if not _between(planned["pot_cents"], MOST_OF_A_PAIR):
        raise plan_unreadable(
            _("What each pair puts into the pot cannot be read."),
            _("Write an amount up to %(most)s, or leave it empty.") % {"most": f"{MOST_OF_A_PAIR / 100:.2f}"},
            rules.BOSTON,
            field="pot",
        )
    if planned["pot_cents"] and games < LAST_GAME:
        raise plan_unreadable(
            _("A Boston pot is won by the fourth game, which a playoff round has not."),
            _("Leave the pot empty, or play six games."),
            rules.BOSTON,
            field="pot",
        )


def fits(event: Event, planned: Planned) -> None:
    """Refuse a playoff round of teams none of which qualified, and that more go on than take part."""
    origins = _origins(event)
    if planned["games"] == PLAYOFF_GAMES and not any(origins):
        raise Refusal(
            code="plan-playoff",
            sentence=_("No team of this event qualified at an earlier one, so it is not a playoff round."),
            rule=rules.SIX_GAMES,
            remedy=_("Play six games, or take over the teams that advance from an evening (Who advances)."),
            status=422,
            facts={"field": "games"},
        )
    qualifiers, teams = plan_of(planned)["qualifiers"], len(origins)
    if qualifiers is None or qualifiers <= teams:
        return
    raise Refusal(
        code="plan-qualifiers",
        sentence=ngettext(
            "%(count)s team takes part; %(qualifiers)s cannot advance.",
            "%(count)s teams take part; %(qualifiers)s cannot advance.",
            teams,
        )
        % {"count": teams, "qualifiers": qualifiers},
        rule=rules.QUALIFIERS,
        remedy=_("Let at most as many advance as take part, or leave it empty until the last game."),
        status=422,
        facts={"field": "qualifiers"},
    )


def proposed(event: Event) -> Mapping[str, str]:
    """One game each where the teams come from an earlier event, which those who win it survive."""
    origins = _origins(event)
    if not any(origins):
        return {}
    return {"games": str(PLAYOFF_GAMES), "qualifiers": str(max(1, len(origins) // 2))}


def games_of_plan(planned: Planned) -> int:
    """The games of each team by the plan of an event."""
    return plan_of(planned).get("games", GAMES)


def _origins(event: Event) -> list[str]:
    """Of each team that takes part the event at which it qualified, "" of none."""
    standing = event.teams.filter(withdrawn_at__isnull=True)
    return [facts.get("origin", "") for facts in standing.values_list("facts", flat=True)]


def words(planned: Planned) -> str:
    """How the event ends; nothing for the plan of another format."""
    if set(planned) != KEYS:
        return ""
    games = plan_of(planned)["games"]
    return ngettext("after %(count)s game", "after %(count)s games", games) % {"count": games}


def _between(number: object, most: int) -> bool:
    return type(number) is int and 0 <= number <= most


PLAN: Final = Plan(fields=FIELDS, typed=typed, read=read, words=words, fits=fits, proposed=proposed)
