"""Players who name teams, and say yes, at the same moment, with real threads on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from sanctioning.kit.refusals import Refusal
from tests.cast import Cast, make_cast
from tests.support.racing import all_at_once
from tests.support.team_events import EARLY, team_event
from tournaments.entries.models.entry import Entry
from tournaments.teams.models.invitation import InvitedPlayer, TeamInvitation
from tournaments.teams.models.team import Team
from tournaments.teams.services.invitations import accept_invitation, decline_invitation, invite_team

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


def codes(answers: Sequence[object]) -> list[str]:
    return sorted(answer.code for answer in answers if isinstance(answer, Refusal))


def test_two_who_ask_the_same_player_at_once(cast: Cast) -> None:
    """Both may ask him; of two yeses at once one enters him, and the other finds that asked ended."""
    event = team_event(cast, "bid-whist", "cardsharks")
    ash, birch, cedar, *_others = cast.players
    named = [
        partial(
            invite_team,
            by=player,
            event=event,
            name=f"Team {at}",
            players={"A": player, "B": cedar},
            at=EARLY,
        )
        for at, player in enumerate((ash, birch))
    ]
    assert codes(all_at_once(named)) == []
    asked = TeamInvitation.objects.order_by("pk")
    yes = [partial(accept_invitation, by=cedar, invitation=invitation, at=EARLY) for invitation in asked]
    assert codes(all_at_once(yes)) == ["invitation-ended"]
    assert sorted(asked.values_list("outcome", flat=True)) == ["entered", "overtaken"]
    assert Team.objects.count() == 1
    assert Entry.objects.filter(event=event).count() == 2


def test_two_of_one_name_and_a_player_who_names_two_at_once(cast: Cast) -> None:
    event = team_event(cast, "bid-whist", "cardsharks")
    ash, birch, cedar, *_others = cast.players
    named = partial(invite_team, event=event, name="Aces", at=EARLY)
    both = [
        partial(named, by=ash, players={"A": ash, "B": cedar}),
        partial(named, by=birch, players={"A": birch, "B": cedar}),
    ]
    assert codes(all_at_once(both)) == ["team-name"]
    inviter = TeamInvitation.objects.get().by
    twice = [
        partial(
            invite_team,
            by=cedar,
            event=event,
            name=f"{at}",
            players={"A": cedar, "B": inviter},
            at=EARLY,
        )
        for at in range(2)
    ]
    assert codes(all_at_once(twice)) == ["yes-to-another"]
    assert InvitedPlayer.objects.filter(person=cedar, accepted_at__isnull=False).count() == 1


def test_a_yes_and_a_no_at_once(cast: Cast) -> None:
    """Whichever comes first stands: a team that is entered, or an invitation that ended."""
    event = team_event(cast, "bid-whist", "cardsharks")
    ash, birch, *_others = cast.players
    asked = invite_team(by=ash, event=event, name="Aces", players={"A": ash, "B": birch}, at=EARLY)
    answers = all_at_once(
        [
            partial(accept_invitation, by=birch, invitation=asked, at=EARLY),
            partial(decline_invitation, by=ash, invitation=asked, at=EARLY),
        ]
    )
    assert codes(answers) == ["invitation-ended"]
    asked.refresh_from_db()
    assert Team.objects.count() == (1 if asked.outcome == "entered" else 0)
    assert Entry.objects.count() == 2 * Team.objects.count()
