"""Teams: entries that play together, where the unit of a format is a team.

Purpose: a person is entered, pays and is checked in as one; a team says who plays with whom, and at which
letter.
Invariants: a number stands for one team through the whole event, and a name too; a letter of a team is held
by one entry at a time, and an entry by one team; who has left a team stays in the list with the moment; a
substitute plays from a round on, let in by somebody for a reason; a team that has gone says after which round
and why, and keeps its players and what it played.
Terms: number (drawn, or in the order of entry), letter (A, B, X, Y of a team of Military Whist), facts (what
the format asks of a team, such as the zone that it comes from).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Team(models.Model):
    """A team of an event."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    facts = models.JSONField(default=dict, blank=True)
    entered_by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    left_after = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The round after which it went home."
    )
    left_for = models.CharField(max_length=300, blank=True, help_text="Why it went.")
    left_letter = models.CharField(
        max_length=2, blank=True, help_text="Who of it went; empty where all of them did."
    )

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(left_after__isnull=True, left_for="", left_letter="")
                | (Q(left_after__gte=1, withdrawn_at__isnull=True) & ~Q(left_for="")),
                name="team_left_for_a_reason",
            ),
            models.UniqueConstraint(fields=["event", "number"], name="team_numbered_once"),
            models.UniqueConstraint(
                fields=["event", "name"], condition=Q(withdrawn_at__isnull=True), name="team_named_once"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name} at {self.event}"


class TeamMember(models.Model):
    """A member of a team, from a round to a round."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="members")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="memberships")
    letter = models.CharField(max_length=2)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    from_round = models.PositiveSmallIntegerField(default=1)
    allowed_by = models.ForeignKey(
        "sanctioning.Person", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    why = models.TextField(blank=True, help_text="Why this member came as a substitute.")

    class Meta:
        ordering = ["team", "letter", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(allowed_by__isnull=True, why="") | (Q(allowed_by__isnull=False) & ~Q(why="")),
                name="substitute_allowed_for_a_reason",
            ),
            models.UniqueConstraint(
                fields=["team", "letter"], condition=Q(until__isnull=True), name="letter_held_once"
            ),
            models.UniqueConstraint(
                fields=["entry"], condition=Q(until__isnull=True), name="entry_in_one_team"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.letter} of {self.team}: {self.entry.person}"
