"""What the scenes of the demo season name: services and acts that steps call, and things they refer to."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from inspect import isfunction
from types import ModuleType
from typing import Any, Final

from sanctioning.law.examples import EXAMPLE_ARTICLES, EXAMPLE_FEES
from sanctioning.law.models.versions import Articles, FeeSchedule, RuleSet
from sanctioning.offices.models.office import Office
from tournaments.events.models.event import Event
from tournaments.games.models import Game
from tournaments.series.models import Series

THINGS: Final[dict[str, Any]] = {
    "Articles": Articles,
    "EXAMPLE_ARTICLES": EXAMPLE_ARTICLES,
    "EXAMPLE_FEES": EXAMPLE_FEES,
    "Event": Event,
    "FeeSchedule": FeeSchedule,
    "Game": Game,
    "Office": Office,
    "RuleSet": RuleSet,
    "Series": Series,
}
MODULES: Final = (
    "sanctioning.bars.services",
    "sanctioning.clubs.services.clubs",
    "sanctioning.fees.services.payments",
    "sanctioning.law.services.versions",
    "sanctioning.offices.services.areas",
    "sanctioning.offices.services.conflicts",
    "sanctioning.people.services.anonymisation",
    "sanctioning.people.services.claims",
    "sanctioning.people.services.data_copies",
    "sanctioning.people.services.merging",
    "sanctioning.people.services.registering",
    "sanctioning.sanctions.services.applications",
    "sanctioning.sanctions.services.lapsing",
    "sanctioning.terms.services",
    "scoring.demo.authority.applications",
    "scoring.demo.authority.founding",
    "scoring.demo.authority.law",
    "scoring.demo.authority.people",
    "scoring.demo.authority.registrar",
    "scoring.demo.justice.appeals",
    "scoring.demo.justice.votes",
    "scoring.demo.whist.bid_whist",
    "scoring.demo.whist.columbus",
    "scoring.demo.whist.military",
    "scoring.demo.whist.running_evenings",
    "scoring.demo.whist.slips",
    "scoring.demo.whist.teams",
    "scoring.demo.whoopie.corrections",
    "scoring.demo.whoopie.doors",
    "scoring.demo.whoopie.evening",
    "scoring.demo.whoopie.jubilee",
    "scoring.demo.whoopie.series",
    "scoring.demo.whoopie.table_links",
    "scoring.previews.services.previews",
    "scoring.results.services.advancing",
    "scoring.series.services.places",
    "tournaments.calls.services.calls",
    "tournaments.entries.services.check_in",
    "tournaments.entries.services.entries",
    "tournaments.entries.services.prepaid_drawing",
    "tournaments.entries.services.rulings",
    "tournaments.events.services.announcements",
    "tournaments.events.services.changes",
    "tournaments.executors.services.appointing",
    "tournaments.games.selectors.reported_stanzas",
    "tournaments.games.services.games",
    "tournaments.justice.appeals.services.appealing",
    "tournaments.justice.appeals.services.statements",
    "tournaments.justice.canons.services",
    "tournaments.justice.case_book.services",
    "tournaments.justice.cases.services.hearings",
    "tournaments.justice.cases.services.judging",
    "tournaments.justice.cases.services.letters",
    "tournaments.justice.cases.services.opening",
    "tournaments.justice.rulings.services.rulings",
    "tournaments.justice.votes.services.ballots",
    "tournaments.justice.votes.services.charges",
    "tournaments.justice.votes.services.votes",
    "tournaments.rounds.services.draws",
    "tournaments.rounds.services.rounds",
    "tournaments.series.services",
    "tournaments.tables.services.authorisations",
    "tournaments.tables.services.closing",
    "tournaments.tables.services.seating",
    "tournaments.teams.services.invitations",
    "tournaments.teams.services.teams",
)


@cache
def act_named(name: str) -> Callable[..., Any]:
    """The function of that name, which only one of the modules may define."""
    acts = [act for module in map(import_module, MODULES) for act in _defined(module, name)]
    if len(acts) != 1:
        raise LookupError(f"{len(acts)} modules of the demo's scenes define {name!r}.")
    return acts[0]


def _defined(module: ModuleType, name: str) -> list[Callable[..., Any]]:
    act = vars(module).get(name)
    return [act] if isfunction(act) and act.__module__ == module.__name__ else []
