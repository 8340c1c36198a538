"""Teams that players enter themselves: named by one of them, a team once each of them has said yes.

Purpose: nobody is entered, or owes a fee, by another player's word. An invitation stands beside the teams and
touches none of them: it has no number, holds no place, and leaves no entry behind.
Invariants: an invitation ends once, as entered, declined, withdrawn or overtaken; while it stands its name is
its own in the event; a player has said yes to one that stands, at most; asked he may be by several.
A letter that nobody is named at is open to whoever has its link, which works once.
Terms: invited (named at a letter, whoever names the team too), overtaken (one of them came into another
team).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class TeamInvitationQuerySet(models.QuerySet["TeamInvitation"]):
    def standing(self) -> TeamInvitationQuerySet:
        return self.filter(ended_at__isnull=True)


class TeamInvitation(models.Model):
    """An invitation to form a team."""

    class Outcome(models.TextChoices):
        ENTERED = "entered"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        OVERTAKEN = "overtaken"

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="team_invitations")
    name = models.CharField(max_length=80)
    facts = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey("sanctioning.Person", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)

    objects = TeamInvitationQuerySet.as_manager()

    class Meta:
        ordering = ["event", "at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "name"], condition=Q(ended_at__isnull=True), name="team_invited_by_one_name"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="team_invitation_has_a_name"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, outcome="") | (Q(ended_at__isnull=False) & ~Q(outcome="")),
                name="team_invitation_ends_with_an_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, invited at {self.event}"


class InvitedPlayer(models.Model):
    """One of the players invited to a team, and their answer."""

    invitation = models.ForeignKey(TeamInvitation, on_delete=models.PROTECT, related_name="players")
    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(
        "sanctioning.Person", on_delete=models.PROTECT, related_name="team_invitations"
    )
    letter = models.CharField(max_length=2)
    accepted_at = models.DateTimeField(null=True, blank=True)
    promises = models.BooleanField(default=False, help_text="Said with the yes that the fee will be paid.")
    until = models.DateTimeField(null=True, blank=True, help_text="When the invitation ended.")

    class Meta:
        ordering = ["invitation", "letter"]
        constraints = [
            models.UniqueConstraint(fields=["invitation", "letter"], name="letter_invited_once"),
            models.UniqueConstraint(fields=["invitation", "person"], name="player_invited_once"),
            models.UniqueConstraint(
                fields=["event", "person"],
                condition=Q(accepted_at__isnull=False, until__isnull=True),
                name="yes_to_one_team_an_event",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.letter} of {self.invitation}"


class InvitationLink(models.Model):
    """A place in a team for whoever opens its link first."""

    invitation = models.ForeignKey(TeamInvitation, on_delete=models.PROTECT, related_name="links")
    letter = models.CharField(max_length=2)
    email = models.EmailField(blank=True, help_text="Where the link was sent, until the place is taken.")
    turn = models.PositiveSmallIntegerField(default=1, help_text="Sent so often; earlier links are dead.")
    taken_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["invitation", "letter"]
        constraints = [
            models.UniqueConstraint(fields=["invitation", "letter"], name="letter_open_once"),
        ]

    def __str__(self) -> str:
        return f"Link to {self.letter} of {self.invitation}"
