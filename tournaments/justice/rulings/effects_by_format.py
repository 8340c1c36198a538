"""What follows of an irregularity where tables hand in slips: by the book of the event's own game.

Purpose: as `effects_by_stanzas` for games reported stanza by stanza; the page shows it, and the ruling
keeps it.
Invariants: nothing is written, and no slip is changed: what a ruling brings is told to the table, and stands
in the record of the event beside what was handed in. A slip that tells otherwise has a finding until it is
corrected, which is proposed there, or the finding is settled (`tournaments.formats.rulings.Compare`).
Rule section: by way of the format (`tournaments.formats.rulings`).
Terms: place (of the slip in question, if it is about one), offender (the team that did it).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _

from tournaments.formats.fields import Body, Field, Values, read_fields
from tournaments.formats.format import Format
from tournaments.formats.rulings import Followed
from tournaments.formats.standing_rulings import PLACE, TEAM
from tournaments.games.models import Game
from tournaments.hooks import PLACES_DUE, DueSlip
from tournaments.justice.canon_steps.selectors import noted_teams
from tournaments.justice.rulings.kept_outcomes import BookOutcome
from tournaments.justice.rulings.ruling_words import FROM_FACTS, fact_wrong, irregularity_unknown
from tournaments.justice.rulings.services.amendments import StanzaChange
from tournaments.teams.models.team import TeamMember

NOWHERE: Final = StanzaChange(0)
WARNED: Final = "warned"
YES: Final = "yes"


@dataclass(frozen=True, slots=True, kw_only=True)
class ByTheBook:
    """What follows; `concerned` are the record ids of those of whom it speaks."""

    section: str
    facts: Values
    plain: BookOutcome
    concerned: frozenset[str]

    @property
    def change(self) -> StanzaChange:
        return NOWHERE

    @property
    def found_type_2(self) -> str:
        return ""


def weigh_by_book(*, played: Format, game: Game, irregularity: str, facts: Body) -> ByTheBook:
    """Compute what follows; what cannot be is refused at its field (`facts["field"]`).

    Raises:
        Refusal: `fact-wrong`, `field-unreadable`.
    """
    known = played.rulings.irregularities.get(irregularity) if played.rulings else None
    if known is None:
        raise irregularity_unknown(irregularity, played.rulings.irregularities if played.rulings else ())
    places = PLACES_DUE.only()(game)
    answers = read_fields(facts_to_ask(played, game, irregularity, places), facts, str(FROM_FACTS))
    here = _concerned(places, answers)
    try:
        followed = known.ruled(answers)
    except ValueError as wrong:
        raise fact_wrong("", _("This is not possible: %(why)s.") % {"why": wrong}) from None
    return ByTheBook(
        section=followed.rule, facts=answers, plain=_plain(played, followed), concerned=_players(game, here)
    )


def placed(game: Game, facts: Body) -> tuple[Values, frozenset[str]]:
    """Where a question arises that has no form: the facts that say so, and the record ids of those there.

    Raises:
        Refusal: `fact-wrong`, `field-unreadable`.
    """
    places = PLACES_DUE.only()(game)
    answers = read_fields(where_to_ask(game, places), facts, str(FROM_FACTS))
    return answers, _players(game, _concerned(places, answers))


def facts_to_ask(
    played: Format, game: Game, irregularity: str, places: Sequence[DueSlip], team: str = ""
) -> tuple[Field, ...]:
    """The facts that a ruling on it needs, in the order in which one asks for them; `places` are the slips
    that are due in the game. Of a `team` that is known it is proposed that it was warned, where its canons
    say so."""
    assert played.rulings is not None
    known = played.rulings.irregularities[irregularity]
    fields = known.fields
    noted = noted_teams(game.event, known.canon) if known.canon else {}
    if noted:
        names = ", ".join(f"{number}. {name}" for number, name in noted.items())
        hint = _("Noted by the canons: %(teams)s.") % {"teams": names}
        usual = YES if team in map(str, noted) else ""
        fields = tuple(
            replace(field, help=hint, initial=usual) if field.name == WARNED else field for field in fields
        )
    return (*where_to_ask(game, places, by_a_team=known.by_a_team), *fields)


def where_to_ask(
    game: Game, places: Sequence[DueSlip], *, by_a_team: bool | None = None
) -> tuple[Field, ...]:
    """Which slip it is about, if one, and which team did it: needed, not asked, or where it is known."""
    place = Field(
        name=PLACE,
        label=_("Where"),
        help=_("The slip concerned; empty for none."),
        kind="choice",
        choices=tuple((due.place, due.title) for due in places),
        needed=False,
    )
    if by_a_team is False:
        return (place,)
    teams = game.event.teams.filter(withdrawn_at__isnull=True).order_by("number")
    named = tuple((str(number), f"{number}. {name}") for number, name in teams.values_list("number", "name"))
    label = _("The team at fault") if by_a_team else _("The team concerned")
    return (place, Field(name=TEAM, label=label, kind="choice", choices=named, needed=bool(by_a_team)))


def _concerned(places: Sequence[DueSlip], answers: Body) -> tuple[int, ...]:
    """The teams of the slip, else the one that did it; refuses one that is not there."""
    place, team = answers.get(PLACE), int(answers[TEAM]) if TEAM in answers else None
    sitting = next((due.teams for due in places if due.place == place), ()) if place else ()
    if not sitting:
        return (team,) if team is not None else ()
    if team is not None and team not in sitting:
        raise fact_wrong(TEAM, _("This team does not play there."))
    return sitting


def _players(game: Game, teams: tuple[int, ...]) -> frozenset[str]:
    members = TeamMember.objects.filter(team__event=game.event_id, team__number__in=teams)
    return frozenset(members.values_list("entry__person__number", flat=True))


def _plain(played: Format, followed: Followed) -> BookOutcome:
    """As it is kept: with the format whose words say it, and the kinds by which it is searched."""
    return {
        "format": played.slug,
        "rule": followed.rule,
        "consequences": [
            {"code": consequence.code, "said": dict(consequence.said)}
            for consequence in followed.consequences
        ],
        "kinds": dict.fromkeys(followed.kinds or ("none",), True),
    }
