"""Making, renewing and withdrawing the link to a table's pad.

Invariants: only a hash of the secret is kept; the card can be printed again because the site's own key makes
the same secret of the link's random number. A link opens its own table alone, until the final sheet is
confirmed.
Rule section: I (scorekeeper); IV (the Acting Executor administers the rules of his game).
"""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import secrets
from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from sanctioning.kit.audit.services import note
from sanctioning.kit.clock import day_of, moment
from sanctioning.kit.prepared_queries import Prepared
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.simultaneous import looks_again
from sanctioning.offices.permissions import require
from sanctioning.people.models.person import Person
from tournaments.events.models.event import EVENT_PARTS
from tournaments.games.models import Game
from tournaments.games.services.games import locked_game, require_state
from tournaments.games.services.revisions import changed
from tournaments.tables.models.table_link import TableLink
from tournaments.tables.permissions import may_link_table

State = Game.State
OPENS: Final = (State.OPEN, State.PLAYING, State.SPLITTING, State.SPLIT, State.REPORTED)
SALT: Final = "tournaments.table-link"
BYTES: Final = 20
# How exactly the last use is kept: a pad that asks every few seconds does not write every time.
USE_KEPT: Final = dt.timedelta(minutes=5)


@looks_again
def make_link(*, by: Person, game: Game, at: dt.datetime | None = None) -> TableLink:
    """A new link to the table; one that was there opens nothing from now on.

    Raises:
        Refusal: `game-state`, `not-allowed`.
    """
    at = moment(at)
    game = _locked(by, game, at, "make a link to this table")
    require_state(
        game,
        OPENS,
        rule=_("A table's pad is open until its final sheet is confirmed."),
        remedy=_("Look at the game as it is now. There is nothing left to write on a pad."),
    )
    withdrawn = _withdraw(by, game, at)
    seed = secrets.token_urlsafe(32)
    link = TableLink.objects.create(
        game=game, seed=seed, sha256=_hash_of(_made_of(seed)), made_by=by, made_at=at
    )
    after = {"link": link.pk, "withdrawn": withdrawn.pk if withdrawn else None}
    note(by=by, at=at, action="make table link", thing=game, after=after)
    return link


@transaction.atomic
def withdraw_link(*, by: Person, game: Game, at: dt.datetime | None = None) -> None:
    """End the link to the table, if there is one; what waits on a phone stays there.

    Raises:
        Refusal: `not-allowed`.
    """
    at = moment(at)
    game = _locked(by, game, at, "withdraw the link to this table")
    withdraw_of_emptied(by=by, game=game, at=at)


def withdraw_of_emptied(*, by: Person, game: Game, at: dt.datetime) -> None:
    """End the link to a locked table, as when its round is taken back: the card that lies there opens nothing
    any more."""
    withdrawn = _withdraw(by, game, at)
    if withdrawn is not None:
        note(by=by, at=at, action="withdraw table link", thing=game, before={"link": withdrawn.pk})


def link_of_game(game: Game) -> TableLink | None:
    """The link that opens the game's pad, if there is one."""
    link: TableLink | None = game.links.filter(withdrawn_at=None).select_related("made_by").first()
    return link if game.state in OPENS else None


def secret_of(link: TableLink) -> str:
    """The secret as on the card; empty when the site's key is another now, and a new link is due."""
    secret = _made_of(link.seed)
    return secret if _hash_of(secret) == link.sha256 else ""


def secrets_of(games: Iterable[Game]) -> dict[int, str]:
    """The secret for each game's card, by the game's id; none for a game without a link. One query."""
    open_games = [game.pk for game in games if game.state in OPENS]
    links = TableLink.objects.filter(game__in=open_games, withdrawn_at=None)
    return {link.game_id: secret for link in links if (secret := secret_of(link))}


def linked(games: Iterable[Game]) -> set[int]:
    """The ids of those games that have a link. One query."""
    links = TableLink.objects.filter(game__in=games, withdrawn_at=None)
    return set(links.values_list("game", flat=True))


def link_of_secret(
    secret: str, *, with_event: bool = True, at: dt.datetime | None = None
) -> TableLink | None:
    """The link that a secret belongs to, with its game and `EVENT_PARTS` of its event, also one that opens
    nothing any more; None for no secret of ours."""
    asked = _LINK_OF if with_event else _LINK_AND_GAME_OF
    link = next(iter(asked(_hash_of(secret))), None)
    if link is None:
        return None
    at = moment(at)
    if link.last_used_at is None or link.last_used_at < at - USE_KEPT:
        stale = Q(last_used_at=None) | Q(last_used_at__lt=at - USE_KEPT)
        TableLink.objects.filter(stale, pk=link.pk).update(last_used_at=at)
    return link


_LINK_AND_GAME_OF = Prepared(
    lambda sha256: TableLink.objects.filter(sha256=sha256).select_related("game").order_by()
)
_LINK_OF = Prepared(
    lambda sha256: (
        TableLink.objects.filter(sha256=sha256)
        .select_related(*(f"game__event__{part}" for part in EVENT_PARTS))
        .order_by()
    )
)


def require_opens(link: TableLink, game: Game) -> None:
    """Refuse a link to the game that was withdrawn, and one once its final sheet is confirmed."""
    rule = _("A link opens its own table, until it is withdrawn or the final sheet is confirmed.")
    if link.withdrawn_at is not None:
        raise Refusal(
            code="link-withdrawn",
            sentence=_("This link was withdrawn."),
            rule=rule,
            remedy=_(
                "Ask the director for the table's new link and open it on this phone. What is waiting "
                "here is then sent."
            ),
            status=403,
        )
    if game.state not in OPENS:
        raise Refusal(
            code="link-over",
            sentence=_("This game is %(state)s.") % {"state": game.get_state_display()},
            rule=rule,
            remedy=_("There is nothing left to write. The result is on the game's page."),
            status=403,
            facts={"state": game.state},
        )


def _locked(by: Person, game: Game, at: dt.datetime, what: str) -> Game:
    game = locked_game(game.pk)
    require(
        may_link_table(by, day_of(at), game),
        what=what,
        who=_("somebody who runs the event, or the Acting Executor of the game"),
        rule="I/Scorekeeper and First Dealer",
    )
    return game


def _withdraw(by: Person, game: Game, at: dt.datetime) -> TableLink | None:
    link: TableLink | None = game.links.filter(withdrawn_at=None).first()
    if link is not None:
        link.withdrawn_by, link.withdrawn_at = by, at
        link.save(update_fields=["withdrawn_by", "withdrawn_at"])
        changed(game)
    return link


def _made_of(seed: str) -> str:
    digest = salted_hmac(SALT, seed, algorithm="sha256").digest()[:BYTES]
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
