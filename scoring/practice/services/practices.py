"""Practice events: made at one click, played along by robots, thrown away.

Invariants: no more stand at a time than a person can use, also when two clicks come together; what is thrown
away is gone with its database; what nobody threw away goes after some days. The trail of the authority says
nothing of practice, for nothing of the authority's changes.
"""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Collection
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from sanctioning.accounts.models.account import Account
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.practice_database import PracticeGone, building, practising, tear_down, working_in
from sanctioning.kit.refusals import Refusal
from sanctioning.law.examples import EXAMPLE_ARTICLES
from sanctioning.law.selectors.in_force import articles_in_force, rule_set_in_force
from scoring.practice import robots
from scoring.practice.models import Practice, database_of
from scoring.practice.services.setting_up import Law, set_up_practice
from tournaments.games.models import Game

KEPT_FOR: Final = dt.timedelta(days=7)
MOST: Final = 3
# Of visitors without an account, all together: a database takes about two megabytes.
MOST_OF_STRANGERS: Final = 200
# Of one address: a club's evening behind one router, and no more than a quarter of all.
MOST_OF_AN_ORIGIN: Final = 50
ROBOT_ACTS: Final = ("others", "all", "finish-others", "finish")
PRACTICE_ACTS: Final = (*ROBOT_ACTS, "throw-away")
EXAMPLE: Final = Law(rules={"sections": ["I", "II", "III", "IV"]}, articles=EXAMPLE_ARTICLES)


def begin_practice(
    *, by: Account | None, own: Collection[str] = (), origin: str = "", at: dt.datetime | None = None
) -> Practice:
    """A practice event of one's own, ready to be played.

    `own` are the keys that the browser keeps, `origin` is where a visitor without an account comes from.
    The database is made when the caller's transaction is committed, so that the authority's database is not
    held meanwhile.

    Raises:
        Refusal: `practice-full`, `practice-within-practice`, `practices-too-many`.
    """
    if practising():
        raise Refusal(
            code="practice-within-practice",
            sentence=_("This is a practice event already."),
            rule=_("A practice event is begun on the site itself, never within another."),
            remedy=_("Begin it at the address of the site, without /practice/ in it."),
        )
    at = moment(at)
    law = _law(at)
    practice = _take_place(by, own, "" if by else origin, at)
    transaction.on_commit(partial(_build, practice, law, at))
    return practice


def _build(practice: Practice, law: Law, at: dt.datetime) -> None:
    try:
        with building(practice.database):
            set_up_practice(law=law, at=at)
    except BaseException:
        practice.delete()
        raise


@transaction.atomic
def _take_place(by: Account | None, own: Collection[str], origin: str, at: dt.datetime) -> Practice:
    """The row first, under the account's lock, so that two clicks do not both find the last place."""
    if by is not None:
        Account.objects.select_for_update(no_key=True).get(pk=by.pk)
        standing = Practice.objects.filter(account=by).count()
    else:
        standing = Practice.objects.filter(account=None, key__in=own).count()
        strangers = Practice.objects.filter(account=None)
        of_origin = strangers.filter(origin=origin).count() if origin else 0
        if of_origin >= MOST_OF_AN_ORIGIN or strangers.count() >= MOST_OF_STRANGERS:
            raise Refusal(
                code="practice-full",
                sentence=_("All places for practice without an account are taken."),
                rule=_("The number of practice events without an account is limited."),
                remedy=_("Sign in to practise, or come back later."),
                status=429,
            )
    if standing >= MOST:
        raise Refusal(
            code="practices-too-many",
            sentence=_("You already have %(count)s practice events.") % {"count": standing},
            rule=_("You can have up to %(most)s practice events at a time.") % {"most": MOST},
            remedy=_("Continue one of them, or delete one first."),
        )
    return Practice.objects.create(key=secrets.token_urlsafe(16), account=by, origin=origin, made_at=at)


def let_robots_play(*, practice: Practice, act: str, random: Random | None = None) -> int:
    """Let the robots do one of `ROBOT_ACTS`; gives how many stanzas were played.

    Raises:
        Refusal: `confirmer-is-reporter`, `not-over`, `vote-pending` and what `certify_result` and
            `report_stanza` raise. The game stands in a way that the robots may not go on, such as an open
            error.
        PracticeGone: the database is gone, or of another version of the site.
    """
    random = random or Random()
    with working_in(practice.database), transaction.atomic():
        games = list(Game.objects.order_by("number", "group"))
        own, others = games[:1], games[1:]
        match act:
            case "others":
                return robots.play_next(games=others, random=random)
            case "all":
                return robots.play_next(games=games, random=random)
            case "finish-others":
                robots.finish(games=others, random=random)
            case "finish":
                robots.finish(games=[*own, *others], random=random)
    return 0


def of_the_account() -> Refusal:
    """What belongs to an account is not made within a practice event."""
    return Refusal(
        code="of-the-account",
        sentence=_("This belongs to your account, and not to a practice event."),
        rule=_("Nothing of a practice event counts, and nothing is sent from it."),
        remedy=_("Use the same address without the part of the practice event."),
    )


def practice_gone() -> Refusal:
    return Refusal(
        code="practice-gone",
        sentence=_("This practice event can no longer be opened."),
        rule=_(
            "A practice event works only with the version of the site that made it, and is deleted "
            "after some days."
        ),
        remedy=_("Delete it and make another."),
        status=410,
    )


def throw_away(*, practice: Practice) -> None:
    """Delete a practice event with everything in it; thrown away twice it is thrown away once.

    The database goes when the row is gone for good, so that no row is left without one.
    """
    Practice.objects.filter(pk=practice.pk).delete()
    transaction.on_commit(partial(tear_down, practice.database))


def sweep_practice(*, at: dt.datetime | None = None) -> int:
    """Delete what is some days old, and databases that no row names; gives how many practice events."""
    at = moment(at)
    over = list(Practice.objects.filter(made_at__lt=at - KEPT_FOR))
    for practice in over:
        throw_away(practice=practice)
    known = {practice.database.name for practice in Practice.objects.all()}
    long_ago = (at - KEPT_FOR).timestamp()
    for database in Path(settings.PRACTICE_DIR).glob("*.sqlite3"):
        if database.name not in known and database.stat().st_mtime < long_ago:
            tear_down(database)
    return len(over)


def _law(at: dt.datetime) -> Law:
    """What the authority has in force; the example while it has nothing."""
    try:
        return Law(
            rules=rule_set_in_force("whoopie", day_of(at)).body, articles=articles_in_force(day_of(at)).body
        )
    except Refusal:
        return EXAMPLE


__all__ = [
    "KEPT_FOR",
    "MOST",
    "PRACTICE_ACTS",
    "ROBOT_ACTS",
    "PracticeGone",
    "begin_practice",
    "database_of",
    "let_robots_play",
    "sweep_practice",
    "throw_away",
]
