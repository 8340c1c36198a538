"""Practice events: whose they are, and how one stands."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Literal

from sanctioning.accounts.models.account import Account
from sanctioning.kit.practice_database import working_in
from scoring.practice.models import Practice
from scoring.practice.services.setting_up import SLUG
from tournaments.games.models import Game

State = Game.State


PracticeStep = Literal["play", "draw", "confirm", "settle", "certify", "done"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PracticeTable:
    """`step` is what is to be done next: play, draw, confirm, settle, certify or nothing more (done)."""

    label: str
    game: str
    state: Annotated[str, Game.State]
    played: int
    planned: int
    players: tuple[str, ...]
    step: PracticeStep


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    event_slug: str
    own: PracticeTable
    others: tuple[PracticeTable, ...]

    @property
    def others_play(self) -> bool:
        return any(table.step == "play" for table in self.others)

    @property
    def others_done(self) -> bool:
        return all(table.step == "done" for table in self.others)

    @property
    def behind(self) -> bool:
        """Whether a robots' table has played less than one's own."""
        return any(table.step == "play" and table.played < self.own.played for table in self.others)


def practices_of(*, account: Account | None, keys: Collection[str] = (), key: str = "") -> list[Practice]:
    """The practice events of an account, and those under these `keys` that are of none. One query."""
    practices = Practice.objects.filter(account=None, key__in=keys)
    if account is not None:
        practices = practices | Practice.objects.filter(account=account)
    return list(practices.filter(key=key) if key else practices)


def guide_of(practice: Practice) -> Guide:
    """How the tables of a practice event stand.

    Raises:
        PracticeGone: the database is gone, or of another version of the site.
    """
    with working_in(practice.database):
        games = Game.objects.filter(event__slug=SLUG).prefetch_related("players__person", "reports__findings")
        own, *others = (_table(game) for game in games.order_by("number", "group"))
    return Guide(event_slug=SLUG, own=own, others=tuple(others))


def _table(game: Game) -> PracticeTable:
    seated = [player.person.name for player in game.players.all() if player.seat is not None]
    return PracticeTable(
        label=game.label,
        game=f"{game.number}{game.group}",
        state=game.state,
        played=game.stanzas_played,
        planned=int(game.planned.get("stanzas", 0)),
        players=tuple(seated),
        step=_step(game),
    )


def _step(game: Game) -> PracticeStep:
    if game.state == State.REPORTED:
        current = [report for report in game.reports.all() if report.current]
        open_errors = [
            finding
            for report in current
            for finding in report.findings.all()
            if finding.severity == "error" and finding.settled_at is None
        ]
        return "settle" if open_errors else "confirm"
    if game.state in Game.RUNNING:
        return "play" if game.first_dealer_id is not None else "draw"
    return "certify" if game.state == State.CONFIRMED else "done"
