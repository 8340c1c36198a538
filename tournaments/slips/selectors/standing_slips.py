"""The slips of a game that stand, read on from where they were read last.

Invariants: slips and signatures are added under the lock of their game, and never changed or deleted
(`tournaments.slips.models`), so that what came since has the higher keys; who somebody is may change by a
merge, so all are read again after one.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from sanctioning.kit.prepared_queries import PreparedValues
from sanctioning.people.models.person import Person
from tournaments.formats.slips import Standing
from tournaments.games.models import Game
from tournaments.slips.models import Slip, SlipSignature

Numbers = Mapping[int, tuple[str, str]]
SIGNATURE: Final = SlipSignature._meta.get_field("slip").remote_field
_OF_SIGNATURE: Final = {
    "signature_id": "signature__pk",
    "signer_id": "signature__signer_id",
    "signed_at": "signature__at",
}


class SlipRow(NamedTuple):
    """A version of a slip with its signature."""

    pk: int
    place: str
    version: int
    body: Mapping[str, Any]
    sha256: str
    idempotency_key: str
    reporter_id: int
    reason: str
    rule_set_id: int
    received_at: dt.datetime
    ordered_by_id: int | None
    signature_id: int | None
    signer_id: int | None
    signed_at: dt.datetime | None

    @property
    def counts_as_signed(self) -> bool:
        return self.ordered_by_id is not None or self.signature_id is not None

    @property
    def people(self) -> tuple[int, ...]:
        """Who reported and signed it; nobody of one that was ordered."""
        if self.ordered_by_id is not None:
            return ()
        return (self.reporter_id,) if self.signer_id is None else (self.reporter_id, self.signer_id)

    def of_game(self, game: Game) -> Slip:
        """The same as the model has it; nothing of its people is loaded."""
        slip = Slip(
            pk=self.pk,
            game=game,
            place=self.place,
            version=self.version,
            body=self.body,
            sha256=self.sha256,
            idempotency_key=self.idempotency_key,
            reporter_id=self.reporter_id,
            reason=self.reason,
            rule_set_id=self.rule_set_id,
            received_at=self.received_at,
            ordered_by_id=self.ordered_by_id,
        )
        slip._state.adding = False
        SIGNATURE.set_cached_value(slip, None)
        if self.signature_id is not None and self.signer_id is not None and self.signed_at is not None:
            signature = SlipSignature(
                pk=self.signature_id,
                slip=slip,
                reporter_id=self.reporter_id,
                signer_id=self.signer_id,
                at=self.signed_at,
            )
            signature._state.adding = False
            SIGNATURE.set_cached_value(slip, signature)
        return slip


class StandingSlips(NamedTuple):
    """All versions by place in their order; the body that stands by place; the member numbers of who reported
    or signed any version at a place, and the same of those alone that count as signed. `numbers` are those
    that the records of a person have, by key; `last` and `last_signature` say up to where it was read.
    """

    versions: Mapping[str, tuple[SlipRow, ...]]
    bodies: Standing
    people: Mapping[str, tuple[str, ...]]
    signed: Mapping[str, tuple[str, ...]]
    numbers: Numbers
    last: SlipRow | None
    last_signature: int

    def with_rows(self, rows: Sequence[SlipRow]) -> StandingSlips:
        """The same with slips that came since, or were signed since. One query where they are of people of
        whom there was none before."""
        versions, bodies = {**self.versions}, {**self.bodies}
        people, signed = {**self.people}, {**self.signed}
        numbers = _with_numbers(self.numbers, chain.from_iterable(row.people for row in rows))
        for row in rows:
            before = [known for known in versions.get(row.place, ()) if known.pk != row.pk]
            own = tuple(sorted([*before, row], key=lambda known: known.version))
            versions[row.place], bodies[row.place] = own, own[-1].body
            people[row.place] = tuple(
                number for known in own for person in known.people for number in numbers[person]
            )
            signed.pop(row.place, None)
            if own[-1].counts_as_signed:
                signed[row.place] = people[row.place]
        return StandingSlips(
            versions=versions,
            bodies=bodies,
            people=people,
            signed=signed,
            numbers=numbers,
            last=max([*rows, *([self.last] if self.last else ())], key=lambda row: row.pk, default=None),
            last_signature=max([self.last_signature, *(row.signature_id or 0 for row in rows)]),
        )

    def is_among(self, rows: Iterable[SlipRow]) -> bool:
        """Whether the last of them is among the rows that were read since, as it is wherever the database is
        the one that they were read from."""
        last = self.last
        return last is None or any((row.pk, row.sha256) == (last.pk, last.sha256) for row in rows)

    def knowing(self, person: Person) -> StandingSlips:
        """The same with the numbers of somebody who is at hand with the record that is kept."""
        own = (person.number, person.identity.number)
        return self._replace(numbers={**self.numbers, person.pk: own})


NOTHING: Final = StandingSlips(
    versions={}, bodies={}, people={}, signed={}, numbers={}, last=None, last_signature=0
)


def _with_numbers(known: Numbers, people: Iterable[int]) -> Numbers:
    unknown = set(people) - known.keys()
    if not unknown:
        return known
    rows = Person.objects.filter(pk__in=unknown).order_by()
    numbers = rows.values_list("pk", "number", Coalesce("merged_into__number", "number"))
    return {**known, **{pk: (number, kept) for pk, number, kept in numbers}}


def _rows_since(game: int, last_slip: int, last_signature: int, *keys: str) -> QuerySet[Slip, Any]:
    own = Slip.objects.filter(game=game, pk__gte=last_slip).order_by().values("pk")
    signed = SlipSignature.objects.filter(slip__game=game, pk__gt=last_signature).order_by().values("slip")
    sent = Slip.objects.filter(game=game, idempotency_key__in=keys).order_by().values("pk")
    columns = (_OF_SIGNATURE.get(field, field) for field in SlipRow._fields)
    return Slip.objects.filter(pk__in=own.union(signed, sent, all=True)).order_by().values_list(*columns)


_ROWS_SINCE: Final = PreparedValues(_rows_since)


def rows_since(game: Game, known: StandingSlips, keys: Collection[str]) -> list[SlipRow]:
    """The last of these slips, those of the game that came or were signed since, and whichever were sent
    under these keys. One query."""
    last_slip = known.last.pk if known.last else 0
    ask = _ROWS_SINCE if len(keys) == 1 else _rows_since
    return list(map(SlipRow._make, ask(game.pk, last_slip, known.last_signature, *keys)))


class SlipsByPlace(Mapping[str, Slip]):
    """The slips that stand as the model has them, each made when somebody first looks at it; `reported` are
    those that came since they were read."""

    def __init__(
        self, game: Game, standing: StandingSlips, reported: Mapping[str, Slip] = MappingProxyType({})
    ) -> None:
        self.reported = reported
        self._game = game
        self._standing = standing
        self._made: dict[str, Slip] = {}

    def with_slip(self, slip: Slip) -> SlipsByPlace:
        slips = SlipsByPlace(self._game, self._standing, {**self.reported, slip.place: slip})
        slips._made = self._made
        return slips

    def __getitem__(self, place: str) -> Slip:
        if place in self.reported:
            return self.reported[place]
        if place not in self._made:
            self._made[place] = self._standing.versions[place][-1].of_game(self._game)
        return self._made[place]

    def __contains__(self, place: object) -> bool:
        return place in self.reported or place in self._standing.bodies

    def __iter__(self) -> Iterator[str]:
        return iter({**self._standing.bodies, **self.reported})

    def __len__(self) -> int:
        return len({**self._standing.bodies, **self.reported})
