"""The link to a place in a team: whoever opens it first may say yes or no.

Invariants: the link is signed and never kept; it works while the invitation stands and entry is open, until
the place is taken or the link is sent again.
"""

from __future__ import annotations

from typing import Final

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from tournaments.teams.models.invitation import InvitationLink

SIGNER: Final = Signer(salt="place in a team", sep=".")


def link_path(link: InvitationLink) -> str:
    return reverse("team-link", args=[SIGNER.sign(f"{link.pk}-{link.turn}")])


def link_with(code: str) -> InvitationLink | None:
    """The place whose link has this code; None for one not made here, taken, ended or sent again."""
    try:
        key, turn = map(int, SIGNER.unsign(code).split("-"))
    except (BadSignature, ValueError):
        return None
    return standing_link(key, turn)


def standing_link(key: int, turn: int) -> InvitationLink | None:
    links = InvitationLink.objects.select_related(
        "invitation__by__private", "invitation__by__merged_into__private", "invitation__event__club"
    )
    standing = links.filter(taken_at__isnull=True, invitation__ended_at__isnull=True)
    return standing.filter(pk=key, turn=turn).first()
