"""All that is known of an event of slips while it is played: its game, head, slips, and the check so far.

Terms: folder (game, head and standing slips together), record so far (composed of the slips that stand).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

from rules_engine.reading import Malformed
from sanctioning.identity.names import shown
from sanctioning.kit.refusals import Refusal
from sanctioning.law.models.versions import RuleSet
from sanctioning.people.models.person import Person
from tournaments.formats.documents import Record
from tournaments.formats.fields import Body, Values, read_fields
from tournaments.formats.format import Endings, Format, FormatFinding
from tournaments.formats.kept_check import KeptCheck, KeptFinding
from tournaments.formats.registry import format_named
from tournaments.formats.rulings import NOT_AS_RULED, NotKept
from tournaments.formats.slips import Due, EventHead, Slips, Standing
from tournaments.formats.standing_rulings import Ruled
from tournaments.games.models import Game
from tournaments.justice.rulings.models import Ruling
from tournaments.justice.rulings.selectors.rulings import as_recorded, ruled_in, standing_rulings
from tournaments.reports.models.report import ReportFinding
from tournaments.reports.rule_sets import rule_set_of
from tournaments.slips.event_memory import Remembered, remember
from tournaments.slips.models import Slip
from tournaments.slips.selectors.standing_slips import (
    NOTHING,
    SlipsByPlace,
    StandingSlips,
    rows_since,
)
from tournaments.tables.game_folders import as_bytes
from tournaments.tables.models.sheet import Sheet
from tournaments.teams.selectors.teams import event_head

ERROR: Final = ReportFinding.Severity.ERROR.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What is to be remembered of an event as it was read `now`, what was remembered from `before`, and which
    slips came or were signed in between."""

    now: Remembered
    before: Remembered | None
    changed: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class EventFolder:
    """All that is known of an event while it is played; `slips` are the current versions by place,
    `people` the member numbers of all who reported or signed any version there, `signed` the same of those
    alone that are signed; whoever corrected a slip by order is none of them. `looked_at` is the check of
    slips that are only being looked at; `reading` says how it was read, where slips are handed in.

    What follows from them is worked out once, when it is first asked for.
    """

    game: Game
    played: Format
    slipping: Slips
    rule_set: RuleSet
    head: EventHead
    slips: SlipsByPlace
    standing: Standing
    people: Mapping[str, tuple[str, ...]]
    signed: Mapping[str, tuple[str, ...]]
    looked_at: KeptCheck | None = None
    reading: Reading | None = None

    @cached_property
    def due(self) -> Mapping[str, Due]:
        return {due.place: due for due in self.slipping.due(self.head, self.standing)}

    def of_game(self, place: str) -> Mapping[str, Due]:
        """Those of them of the game which this is a slip of, as cheap in its last round as in its first; none
        where the format tells no game alone."""
        alone = self.slipping.of_game
        slips = alone(self.head, self.standing, place) if alone else ()
        return {due.place: due for due in slips}

    @property
    def is_running(self) -> bool:
        """Whether slips are still handed in and signed."""
        return self.game.state in Game.RUNNING

    @property
    def missing(self) -> tuple[Due, ...]:
        """Those that the event needs and nobody has handed in."""
        return tuple(due for place, due in self.due.items() if due.needed and place not in self.slips)

    @property
    def unsigned(self) -> tuple[Due, ...]:
        """Those handed in that a second person has still to sign."""
        return tuple(
            due
            for place, due in self.due.items()
            if due.signed and place in self.slips and not counts_as_signed(self.slips[place])
        )

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """Those that stand. Three queries, the first time; none where it was read that there are none."""
        if self.reading is not None and self.reading.now.stamps.rulings is None:
            return ()
        return standing_rulings(self.game)

    @property
    def check(self) -> KeptCheck | None:
        """What the check said of the event last; None before the first. One query."""
        if self.looked_at is not None:
            return self.looked_at
        sheet: Sheet | None = getattr(self.game, "sheet", None)
        return sheet.check_document if sheet else None

    def with_slip(self, slip: Slip) -> EventFolder:
        """The same with a slip that was just reported, and so is not signed."""
        signed = {place: people for place, people in self.signed.items() if place != slip.place}
        return self._with(slip, signed)

    def with_order(self, slip: Slip) -> EventFolder:
        """The same with a slip as an order corrects it: the table's signatures stay."""
        return self._with(slip, {slip.place: self.people.get(slip.place, ()), **self.signed})

    def _with(self, slip: Slip, signed: Mapping[str, tuple[str, ...]]) -> EventFolder:
        standing = {**self.standing, slip.place: slip.body}
        return replace(self, slips=self.slips.with_slip(slip), standing=standing, signed=signed)


def folder_of(game: Game) -> EventFolder:
    """What is recorded of the game of an event; refuses one of a table. Six queries.

    Raises:
        Refusal: `event-not-sanctioned`, `no-slips`, `other-rule-set`.
    """
    played, slipping, rule_set = played_by(game)
    standing = NOTHING.with_rows(rows_since(game, NOTHING, ()))
    folder = folder_from(game, played, slipping, rule_set, event_head(game, rule_set.slug), standing)
    _name_people(folder.slips)
    return folder


def played_by(game: Game) -> tuple[Format, Slips, RuleSet]:
    """The format of a game of slips, what it says of these, and the rules; refuses a game of a table.

    Raises:
        Refusal: `event-not-sanctioned`, `no-slips`, `other-rule-set`.
    """
    played = format_named(game.event.format)
    if played.slips is None:
        raise Refusal(
            code="no-slips",
            sentence=_("This game is one table and has no slips."),
            rule="IV",
            remedy=_("Report it stanza by stanza, or by its record."),
        )
    return played, played.slips, rule_set_of(game)


def folder_from(
    game: Game, played: Format, slipping: Slips, rule_set: RuleSet, head: EventHead, standing: StandingSlips
) -> EventFolder:
    """A game with what was read of it."""
    return EventFolder(
        game=game,
        played=played,
        slipping=slipping,
        rule_set=rule_set,
        head=head,
        slips=SlipsByPlace(game, standing),
        standing=standing.bodies,
        people=standing.people,
        signed=standing.signed,
    )


def _name_people(by_place: Mapping[str, Slip]) -> None:
    """Fill in who reported and signed each: few people, of hundreds of slips. One query."""
    slips = list(by_place.values())
    signed = [slip.signature for slip in slips if is_signed(slip)]
    keys = {*(slip.reporter_id for slip in slips), *(signature.signer_id for signature in signed)}
    people = {person.pk: person for person in Person.objects.filter(pk__in=keys).select_related(*shown())}
    for slip in slips:
        slip.reporter = people[slip.reporter_id]
    for signature in signed:
        signature.signer = people[signature.signer_id]


def record_so_far(folder: EventFolder) -> Record:
    """The record of the slips that stand, with the rulings that do; refuses slips that together make none.

    Raises:
        Refusal: `slip-unreadable`.
    """
    try:
        record = folder.slipping.record(_head_to_record(folder), folder.standing)
        ruled = list(map(as_recorded, folder.rulings))
        return {**record, "rulings": ruled} if ruled else record
    except Malformed as wrong:
        raise Refusal(
            code="slip-unreadable",
            sentence=_("With this slip the event cannot be read: %(why)s.") % {"why": wrong.message},
            rule=folder.head.ruleset,
            remedy=_("Compare it with the table, correct it and send it again."),
            status=422,
            facts={"pointer": wrong.pointer},
        ) from None


def _head_to_record(folder: EventFolder) -> EventHead:
    return replace(folder.head, signed=folder.signed, ruled=ruled_in(folder.rulings))


def not_kept(folder: EventFolder) -> tuple[NotKept, ...]:
    """The slips that tell otherwise than rulings about them from which something follows, in the order of the
    rulings at each place."""
    compare = folder.played.rulings.compare if folder.played.rulings else None
    by_place: dict[str, list[Ruled]] = {}
    for ruling in ruled_in(folder.rulings):
        if ruling.consequences and ruling.place in folder.slips:
            by_place.setdefault(ruling.place, []).append(ruling)
    if compare is None or not by_place:
        return ()
    return tuple(
        difference
        for place, ruled in by_place.items()
        if place in folder.due
        for difference in compare(folder.head, folder.due[place], folder.standing[place], ruled)
    )


def endings_of_rulings(folder: EventFolder) -> Endings:
    """The same as findings of the report that is made of the slips."""
    return tuple(
        FormatFinding(
            code=NOT_AS_RULED,
            severity=ERROR,
            rule=difference.ruled.section,
            message=difference.message,
        )
        for difference in not_kept(folder)
    )


def endings_of_game(game: Game) -> Endings:
    """The same of an event of slips; nothing where none are played for.

    Raises:
        Refusal: `event-not-sanctioned`, `no-slips`, `other-rule-set`.
    """
    return endings_of_rulings(folder_of(game))


def place_of(folder: EventFolder, finding: KeptFinding) -> str:
    """The slip that a finding of the kept check speaks of; "" for none."""
    if finding["code"] == NOT_AS_RULED:
        return finding["place"]
    return folder.slipping.place_of(folder.head, finding)


def check_so_far(folder: EventFolder) -> KeptCheck:
    """What the check says of the event so far, and where slips tell otherwise than rulings.

    Raises:
        Refusal: `slip-unreadable`.
    """
    check = _checked_on(folder) or folder.played.check(as_bytes(record_so_far(folder))).document
    findings: list[KeptFinding] = [
        {
            "code": NOT_AS_RULED,
            "severity": ERROR,
            "rule": difference.ruled.section,
            "message": difference.message,
            "place": difference.ruled.place,
            "ruling": difference.ruled.number,
            "as_ruled": difference.body,
        }
        for difference in not_kept(folder)
    ]
    return {**check, "findings": [*check["findings"], *findings]}


def _checked_on(folder: EventFolder) -> KeptCheck | None:
    """The same as of the whole record, from the check of the slip before where that is remembered; None where
    only the whole record tells it."""
    reading, follow = folder.reading, folder.slipping.follow
    if reading is None or follow is None or any(map(_holds_null, folder.slips.reported.values())):
        return None
    checked_by = (folder.head, ruled_in(folder.rulings), tuple(map(as_recorded, folder.rulings)))
    so_far = None
    try:
        if reading.before and reading.before.check and reading.before.checked_by == checked_by:
            places = reading.changed.union(folder.slips.reported)
            so_far = reading.before.check.after(_head_to_record(folder), folder.standing, places)
        so_far = so_far or follow(_head_to_record(folder), folder.standing, record_so_far(folder))
    except Malformed:
        return None
    remember(folder.game, replace(reading.now, check=so_far, checked_by=checked_by))
    return so_far.document if so_far else None


def _holds_null(slip: Slip) -> bool:
    """Whether the check refuses it for a character that cannot be kept."""
    return b"\\u0000" in as_bytes(slip.body)


def body_of(due: Due, typed: Body) -> Values:
    """What a slip says, read from what was typed; refuses what cannot be read.

    Raises:
        Refusal: `field-unreadable`.
    """
    body = read_fields(due.fields, typed, due.rule)
    return due.read(body) if due.read else body


def players_of(head: EventHead, due: Due) -> tuple[str, ...]:
    """The record ids of those at the table whose slip it is, and of whom others took the place."""
    return tuple(player for team in due.teams for player in head.teams[team].everybody)


def rounds_to_come(folder: EventFolder) -> int:
    """How many rounds are still to be seated before the event can end."""
    return max(0, folder.played.seating.fewest(folder.head.planned) - len(folder.head.rounds))


def is_signed(slip: Slip) -> bool:
    return hasattr(slip, "signature")


def counts_as_signed(slip: Slip) -> bool:
    """Whether nobody has to sign it any more: it is signed, or corrects a certified result by order."""
    return slip.ordered_by_id is not None or is_signed(slip)
