"""Who enters an event of Military Whist: fifty-five, active members at a zone, two teams of an origin.

Rule section: Entry Procedures (M-2: whom to ask), Age Groups (M-5 to M-8), ZONE LEVEL, PROVINCIAL GAMES
(M-31, M-33).
Invariants: an age is that of 31 December of the event's year, from the date of birth that the authority
keeps to itself; nobody is told more of it than that somebody is not of age.
Terms: level (area, zone, Provincial Games), origin (the area or zone that a team comes from), place (its
place there), active member (whose home club is open).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.military_whist import rules
from rules_engine.military_whist.eligibility import LEAST_AGE, bars_of_player
from rules_engine.military_whist.levels import BY_NAME, full_origin
from sanctioning.clubs.models import Club
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person, PrivateData
from tournaments.events.models.event import Event
from tournaments.formats.documents import Planned, TeamFacts
from tournaments.formats.entry_condition_kinds import ENTRY_CONDITIONS, Body, ConditionKind, Unmet
from tournaments.formats.fields import Field
from tournaments.formats.format import EventLadder, TeamEntry
from tournaments.formats.military_whist.kept import plan_of
from tournaments.formats.team_events import require_other_place

SLUG: Final = "fifty-five"
OPEN: Final = "open"
"""Outside the ladder of levels."""
LEVELS: Final = (
    ("area", _lazy("area")),
    ("zone", _lazy("zone play-offs, for active members")),
    ("provincial", _lazy("Provincial Games")),
)
LEVEL: Final = Field(
    name="level",
    label=_lazy("Fifty-five by 31 December, for a level of the ladder"),
    kind="choice",
    needed=False,
    choices=LEVELS,
    help=_lazy("Ages come from dates of birth, which the authority does not show."),
)
DIRECTOR: Final = Field(
    name="director",
    label=_lazy("Zone Activity Director"),
    needed=False,
    most=80,
    help=_lazy("Whom players ask about the date of the play-off and anything else."),
)
CONTACT: Final = Field(
    name="contact",
    label=_lazy("How the Zone Activity Director is reached"),
    needed=False,
    most=120,
    help=_lazy("Telephone or address that can be public: on the event's page and on its printed sheets."),
)
FACTS: Final = (
    Field(
        name="origin",
        label=_lazy("Area or zone that the team comes from"),
        needed=False,
        most=60,
        help=_lazy("Such as Zone 3. Leave it empty if teams come from no earlier event."),
    ),
    Field(name="place", label=_lazy("Its place there"), kind="whole", needed=False, least=1, most=60),
)


def level_of(event: Event) -> str:
    """The level of the ladder at which the event says that it is played; empty for none."""
    levels = [str(body["level"]) for body in event.entry_conditions if body["kind"] == SLUG]
    return levels[0] if levels else ""


def admit(event: Event, facts: TeamFacts, others: Sequence[TeamFacts]) -> None:
    """Refuse a further team of an origin that has sent as many as it may, or two at one place."""
    origin = facts.get("origin")
    if not origin:
        return
    level = BY_NAME[level_of(event) or OPEN]
    sent = [other for other in others if other.get("origin") == origin]
    if full_origin(level, len(sent)):
        raise Refusal(
            code="origin-full",
            sentence=_("%(count)s teams from %(origin)s are entered.")
            % {"count": len(sent), "origin": origin},
            rule=level.origin_rule,
            remedy=_("Withdraw one of them first, or correct where this team comes from."),
            facts={"field": "origin"},
        )
    require_other_place(facts, sent, origin, rules.ZONE_ORDER)


def takes(event: Event, source: Event, planned: Planned) -> bool:
    """Whether teams go on to this event from one so planned: only where it says that it is of the level that
    follows, so that age, membership and how many come from each origin are looked at."""
    following = BY_NAME[plan_of(planned)["level"]].next
    return following is not None and level_of(event) == following


def _read(body: Body) -> dict[str, str]:
    if body["level"] not in dict(LEVELS):
        raise ValueError(_("There is no level “%(level)s”") % {"level": body["level"]})
    names = {field.name: str(body.get(field.name) or "").strip() for field in (DIRECTOR, CONTACT)}
    if names[CONTACT.name] and not names[DIRECTOR.name]:
        raise ValueError(_("Write the name of the Zone Activity Director"))
    if any(len(names[field.name]) > field.most for field in (DIRECTOR, CONTACT)):
        raise ValueError(_("Shorten the name and contact of the Zone Activity Director"))
    return {"level": body["level"], **{name: words for name, words in names.items() if words}}


def director_of(event: Event) -> str:
    """The Zone Activity Director with how he is reached, as the event says; empty for none."""
    return next((_director(body) for body in event.entry_conditions if body["kind"] == SLUG), "")


def _director(body: Body) -> str:
    return ", ".join(body[field.name] for field in (DIRECTOR, CONTACT) if body.get(field.name))


def _words(body: Body) -> str:
    words = (
        _("%(age)s years old by 31 December, and active members.")
        if body["level"] == "zone"
        else _("%(age)s years old by 31 December.")
    ) % {"age": LEAST_AGE}
    director = _director(body)
    if not director:
        return words
    asks = _("For information ask the Zone Activity Director: %(director)s.") % {"director": director}
    return f"{words} {asks}"


def _unmet(event: Event, person: Person, body: Body, day: dt.date) -> Unmet | None:
    born = PrivateData.objects.filter(person=person).values_list("birth_date", flat=True).first()
    if born is None:
        return Unmet(
            sentence=_("The authority does not know the date of birth of %(person)s.")
            % {"person": person.name},
            remedy=_("Have the registrar add the date of birth."),
        )
    active = person.home_club is not None and person.home_club.state == Club.State.APPROVED
    barred = {bar.rule for bar in bars_of_player(born, event.first_day.year, body["level"], active)}
    if rules.AGE in barred:
        return Unmet(
            sentence=_("%(person)s is not %(age)s by 31 December %(year)s.")
            % {"person": person.name, "age": LEAST_AGE, "year": event.first_day.year},
            remedy=_("Enter somebody else in the team."),
        )
    if rules.MEMBERSHIP in barred:
        return Unmet(
            sentence=_("%(person)s is not an active member of a club.") % {"person": person.name},
            remedy=_("Have the registrar add the home club, or enter somebody else."),
        )
    return None


ENTRY_CONDITIONS.register(
    SLUG,
    ConditionKind(
        read=_read, words=_words, unmet=_unmet, fields=(LEVEL, DIRECTOR, CONTACT), format="military-whist"
    ),
)
LADDER: Final = EventLadder(
    takes=takes,
    rule=_lazy("Teams advance from areas to their zone, and from zones to the Provincial Games."),
    lead=_lazy("The first of each area go to its zone, the first of each zone to the Provincial Games."),
    taken=_lazy(
        "Each team is entered with the area or zone it comes from and its place there. Anyone who may "
        "not play at this level is refused."
    ),
    last=_lazy("It is the last of its ladder, or played outside it."),
    nowhere=_lazy(
        "Under Who may enter, say at which level this event is played. Teams that played elsewhere are "
        "entered one by one."
    ),
    remedy=_lazy("Give the level of this event under Who may enter, or choose another event."),
    origin=_lazy("Area or zone that they come from"),
)
TEAM: Final = TeamEntry(fields=FACTS, rule=rules.TEAMS_OF_A_ZONE, admit=admit, ladder=LADDER)
