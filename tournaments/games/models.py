"""Games of events, and who plays in them.

Purpose: one game at one table; after a split each group is a game of its own with the same number.
Invariants: number and group are unique in an event; a group has a parent and a game without one is no
group; a person plays once in a game and has one name in its record; nobody shares a seat. A game is open
until its first stanza is reported, then playing; one that was split ends without awards, and a group that was
given up, or whose split was undone, is void until a new split fills it.
Rule section: I (scorekeeper and First Dealer), II (splitting a game), IV (an Acting Executor for each
sanctioned game).
Terms: planned (how it ends, fixed before the first deal, as in the record), record id (what the record
calls a player), seat (the place at the first deal, clockwise from 1; none for who came later), opening
draw (round after round, the card each record id drew), family (a game and all groups that came of it: those
of one number), revision (how often the table has changed, so that a program can tell).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from sanctioning.kit.wording.localised import lazily as _lazy


class Game(models.Model):
    """A game at a table, or a split of one."""

    class State(models.TextChoices):
        OPEN = "open", _lazy("open")
        PLAYING = "playing", _lazy("being played")
        SPLITTING = "splitting", _lazy("about to be split")
        SPLIT = "split", _lazy("split")
        VOID = "void", _lazy("void, nothing was played")
        REPORTED = "reported", _lazy("reported")
        CONFIRMED = "confirmed", _lazy("confirmed")
        CERTIFIED = "certified", _lazy("certified")

    RUNNING = (State.OPEN, State.PLAYING)
    ENDED = (State.CERTIFIED, State.SPLIT, State.VOID)
    UNDER_WAY = (State.OPEN, State.PLAYING, State.SPLITTING, State.REPORTED)

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField()
    group = models.CharField(max_length=12, blank=True)
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="offspring"
    )
    round = models.ForeignKey(
        "tournaments.Round", null=True, blank=True, on_delete=models.PROTECT, related_name="games"
    )
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    planned = models.JSONField()
    opening_draw = models.JSONField(default=list, blank=True)
    scorekeeper = models.ForeignKey(
        "GamePlayer", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    first_dealer = models.ForeignKey(
        "GamePlayer", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    starts_at = models.DateTimeField()
    acting_executor = models.ForeignKey(
        "sanctioning.Appointment", null=True, blank=True, on_delete=models.PROTECT, related_name="games"
    )
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    stanzas_played = models.PositiveSmallIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    opened_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()

    class Meta:
        ordering = ["event", "number", "group"]
        indexes = [models.Index(fields=["state", "event"], name="game_by_state")]
        constraints = [
            models.UniqueConstraint(fields=["event", "number", "group"], name="game_numbered_once"),
            models.UniqueConstraint(fields=["round", "table"], name="table_once_in_a_round"),
            models.CheckConstraint(
                condition=Q(round__isnull=True, table__isnull=True)
                | Q(round__isnull=False, table__isnull=False),
                name="game_of_a_round_has_a_table",
            ),
            models.CheckConstraint(
                condition=Q(group="", parent__isnull=True) | (~Q(group="") & Q(parent__isnull=False)),
                name="game_group_goes_with_parent",
            ),
            models.CheckConstraint(
                condition=Q(state__in=("open", "void")) | Q(acting_executor__isnull=False),
                name="game_reported_has_an_executor",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, {self.name_in_records}"

    @property
    def name_in_records(self) -> str:
        """As the trail, the ledger and the papers name it, the same in every language."""
        return f"game {self.number}{self.group}"

    @property
    def label(self) -> str:
        return _("game %(number)s") % {"number": f"{self.number}{self.group}"}

    @property
    def place(self) -> str:
        """As people in the room find it: the table of its round; outside the rounds the game."""
        return place_in_round(self.table or 0, self.round.label) if self.round else self.label


def place_in_round(table: int | str, round: str) -> str:
    return f"{_('table %(number)s') % {'number': table}} ({round})"


class GamePlayer(models.Model):
    """A player of a game, with the seat and the name in its record."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="players")
    person = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="played")
    record_id = models.CharField(max_length=64)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["game", "id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "person"], name="plays_once_in_a_game"),
            models.UniqueConstraint(fields=["game", "record_id"], name="record_id_once_in_a_game"),
            models.UniqueConstraint(fields=["game", "seat"], name="seat_taken_once_in_a_game"),
            models.CheckConstraint(condition=Q(seat__gte=1, seat__lte=10), name="seat_of_ten"),
        ]

    def __str__(self) -> str:
        return f"{self.person} in {self.game}"
