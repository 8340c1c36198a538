"""The groups of a split as games of their own: opened, filled and seated by draw; or emptied again.

Invariants: group A carries on the parent's name and those who left it early; everybody's stay says where he
came from; a split that is undone leaves its groups void, to be filled by the next one. A group in which
nothing was played can be given up alone: whoever came to it from another game is ranked where they last
played.
Rule section: II (splitting a game); readings 40, 41 and 44.
Terms: roster (the members of one group in the order of the ranking), carried (who left the parent before).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import F
from django.utils.translation import gettext as _

from rules_engine.shuffling import shuffled
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from tournaments.formats.documents import Planned
from tournaments.games.game_families import LIVE, Family, StanzaPlace, family_of
from tournaments.games.models import Game, GamePlayer
from tournaments.games.seeds import new_seed
from tournaments.rounds.models.draw import Draw
from tournaments.rounds.services.draws import SEATS, keep_draw
from tournaments.tables.models.stay import Stay, Waiting

State = Game.State
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DEEPEST: Final = 12


class Member(NamedTuple):
    """Somebody placed in a group, and where his score stands; None: he is new."""

    person: Person
    came_from: StanzaPlace | None


def open_groups(
    *,
    by: Person,
    parent: Game,
    rosters: Sequence[Sequence[Member]],
    carried: Iterable[Person],
    planned: Planned,
    at: dt.datetime,
    seed: str = "",
) -> list[Game]:
    """Open a game for each roster of a locked parent, A, B, C in turn, its seats drawn from a seed.

    Raises:
        Refusal: `group-exists`, `split-too-deep`.
    """
    _require_a_name(parent)
    seed = seed or new_seed()
    groups = []
    for letter, roster in zip(LETTERS, rosters, strict=False):
        group = _group(by, parent, parent.group + letter, planned, at)
        _seat(by, group, roster, seed, at)
        groups.append(group)
    for person in carried:
        GamePlayer.objects.get_or_create(game=groups[0], person=person, defaults={"record_id": person.number})
    placed = [member.person.pk for roster in rosters for member in roster]
    Waiting.objects.filter(game=parent, person__in=placed, ended_at__isnull=True).update(
        ended_at=at, ended=Waiting.End.SPLIT
    )
    parent.state = State.SPLIT
    parent.revision += 1
    parent.save(update_fields=["state", "revision"])
    return groups


def empty_groups(
    *, by: Person, parent: Game, groups: Sequence[Game], placed: Iterable[str], at: dt.datetime
) -> None:
    """Void the groups of a locked parent, none of which has a stanza; everybody is where he was.

    `placed` are the record ids of those who waited. Who left a group meanwhile has left the parent, who came
    to one waits.
    """
    stays = Stay.objects.filter(player__game__in=groups).select_related("player")
    for stay in stays.order_by("-pk"):
        _undo_stay(by, parent, stay, at)
    ids = [group.pk for group in groups]
    Waiting.objects.filter(game=parent, person__number__in=list(placed), ended=Waiting.End.SPLIT).update(
        ended_at=None, ended=""
    )
    Waiting.objects.filter(game__in=ids, ended_at__isnull=True).update(game=parent)
    _empty(groups)
    parent.state = State.PLAYING
    parent.revision += 1
    parent.save(update_fields=["state", "revision"])


def give_up_group(*, family: Family, group: Game, at: dt.datetime) -> None:
    """Void one group of a locked family, in which nothing was played, while the others go on.

    Raises:
        Refusal: `home-closed`. Somebody would be ranked in a game that is over.
    """
    Stay.objects.filter(player__game=group).delete()
    Waiting.objects.filter(game=group, ended_at__isnull=True).update(ended_at=at, ended=Waiting.End.LEFT)
    without = family_of(group)
    for player in family.players_of(group):
        home = without.ranked_in(player.person_id)
        if home is not None:
            _take_in(home, player)
    _empty([group])


def _take_in(home: Game, player: GamePlayer) -> None:
    """Have somebody ranked in a game that is still to be closed, as one who left it earlier."""
    if home.state not in LIVE:
        raise Refusal(
            code="home-closed",
            sentence=_("%(person)s would be ranked in %(game)s, which is %(state)s.")
            % {"person": player.person.name, "game": home.place, "state": home.get_state_display()},
            rule="II/Splitting a game",
            remedy=_("Have that game reopened first, or let this group play."),
        )
    GamePlayer.objects.get_or_create(
        game=home, person=player.person, defaults={"record_id": player.record_id}
    )
    Game.objects.filter(pk=home.pk).update(revision=F("revision") + 1)


def _empty(groups: Sequence[Game]) -> None:
    ids = [group.pk for group in groups]
    for group in groups:
        group.opening_draw, group.scorekeeper, group.first_dealer = [], None, None
        group.state, group.revision = State.VOID, group.revision + 1
        group.save(update_fields=["opening_draw", "scorekeeper", "first_dealer", "state", "revision"])
    GamePlayer.objects.filter(game__in=ids).update(seat=None)
    named = GamePlayer.objects.filter(game__in=ids, game__authorisations__player__isnull=False)
    GamePlayer.objects.filter(game__in=ids).exclude(pk__in=named.values("pk")).delete()


def _require_a_name(parent: Game) -> None:
    if len(parent.group) >= DEEPEST:
        raise Refusal(
            code="split-too-deep",
            sentence=_("%(parent)s comes of %(deepest)s splits already.")
            % {"parent": parent.place, "deepest": DEEPEST},
            rule="II/Splitting a game",
            remedy=_("Play it to the end."),
        )


def _group(by: Person, parent: Game, name: str, planned: Mapping[str, Any], at: dt.datetime) -> Game:
    """A new game, or the void one of that name."""
    group, created = Game.objects.get_or_create(
        event=parent.event,
        number=parent.number,
        group=name,
        defaults={
            "parent": parent,
            "planned": dict(planned),
            "starts_at": parent.starts_at,
            "acting_executor": parent.acting_executor,
            "opened_by": by,
            "opened_at": at,
        },
    )
    if created:
        return group
    if group.state != State.VOID:
        raise Refusal(
            code="group-exists",
            sentence=_("%(group)s already exists.") % {"group": group.place},
            rule="II/Splitting a game",
            remedy=_("Ask the operator of the site: a group was opened without a split."),
        )
    group.planned, group.acting_executor = dict(planned), parent.acting_executor
    group.state, group.revision = State.OPEN, group.revision + 1
    group.save(update_fields=["planned", "acting_executor", "state", "revision"])
    return group


def _seat(by: Person, group: Game, roster: Sequence[Member], seed: str, at: dt.datetime) -> None:
    """Seats by draw; each member's stay begins with the first stanza of the group."""
    by_number = {member.person.number: member for member in roster}
    order = shuffled(sorted(by_number), seed, f"{SEATS} {group.group}")
    for seat, number in enumerate(order, start=1):
        GamePlayer.objects.update_or_create(
            game=group,
            person=by_number[number].person,
            defaults={"seat": seat},
            create_defaults={"seat": seat, "record_id": number},
        )
    outcome = {"seats": order, "purpose": f"{SEATS} {group.group}"}
    keep_draw(by=by, at=at, game=group, purpose=Draw.Purpose.SEATS, seed=seed, outcome=outcome)
    players = {player.person_id: player for player in group.players.all()}
    Stay.objects.bulk_create(
        Stay(
            player=players[member.person.pk],
            since=1,
            returns=member.came_from is not None,
            came_from_id=member.came_from.game_id if member.came_from else None,
            came_after=member.came_from.stanza if member.came_from else None,
            sat_by=by,
            sat_at=at,
        )
        for member in roster
    )


def _undo_stay(by: Person, parent: Game, stay: Stay, at: dt.datetime) -> None:
    """Take a stay in a group back: who left it leaves the parent, who came to it from elsewhere waits."""
    person = stay.player.person_id
    if stay.until is not None and stay.left_of_id is None:
        Stay.objects.filter(player__game=parent, player__person=person, until__isnull=True).update(
            until=parent.stanzas_played, left_by=by, left_at=at
        )
    if stay.until is None and stay.left_of_id is not None:
        Waiting.objects.get_or_create(
            game=parent,
            person_id=person,
            ended_at=None,
            defaults={"noted_by": by, "since": at},
        )
    stay.delete()
