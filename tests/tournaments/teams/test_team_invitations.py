"""Teams that players enter themselves: named by one, entered by the last yes, and ended by any no."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rules_engine.justice.bar_reach import Target
from saas_high_card.game import HIGH_CARD
from sanctioning.bars.services import impose_bar
from sanctioning.kit.audit.models import AuditEntry
from sanctioning.kit.messages.models import Message
from sanctioning.kit.waiting.registry import holder_of, waiting_for
from sanctioning.people.models.person import Person
from tests.cast import MARCH, Cast
from tests.support.kept_steps import kept_step
from tests.support.refusals import code_of, refusal_of
from tests.support.team_events import EARLY, newcomers, seat_in_order, signed_in, team_event
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.entries import enter_event, withdraw_entry
from tournaments.events.models.event import Event
from tournaments.formats.registry import registered
from tournaments.teams.models.invitation import TeamInvitation
from tournaments.teams.models.team import Team
from tournaments.teams.services.invitations import (
    accept_invitation,
    decline_invitation,
    invite_team,
    withdraw_invitation,
)
from tournaments.teams.services.teams import check_in_team, enter_team, withdraw_team


@pytest.fixture
@kept_step
def evening(cast: Cast) -> Event:
    return team_event(cast, "bid-whist", "cardsharks")


def invited(event: Event, name: str, first: Person, other: Person, at: dt.datetime = EARLY) -> TeamInvitation:
    return invite_team(by=first, event=event, name=name, players={"A": first, "B": other}, at=at)


def people_told(kind: str) -> set[int]:
    return set(Message.objects.filter(kind=kind).values_list("to", flat=True))


def barred(cast: Cast, person: Person) -> None:
    """From everything, for good."""
    impose_bar(
        by=cast.managing,
        person=person,
        reach=[Target("everything")],
        first_day=EARLY.date(),
        last_day=None,
        why="Cheated.",
        at=EARLY,
    )


def test_nobody_is_entered_before_his_yes(cast: Cast, evening: Event) -> None:
    ash, birch, *_others = cast.players
    asked = invited(evening, " Aces ", ash, birch)
    assert (asked.name, evening.entries.count(), people_told("team-invited")) == ("Aces", 0, {birch.pk})
    done = accept_invitation(by=birch, invitation=asked, at=EARLY)
    team = evening.teams.get()
    assert (done.outcome, team.name, team.number, people_told("entry-taken")) == (
        "entered",
        "Aces",
        1,
        {ash.pk, birch.pk},
    )
    entered = team.members.order_by("letter").values_list("letter", "entry__person", "entry__state")
    assert list(entered) == [("A", ash.pk, "entered"), ("B", birch.pk, "entered")]
    acts = AuditEntry.objects.filter(action__contains="invit").order_by("id").values_list("action", "by")
    assert [*acts] == [
        ("invite to a team", ash.pk),
        ("accept invitation to a team", birch.pk),
        ("complete invitation to a team", birch.pk),
    ]
    assert code_of(partial(decline_invitation, by=birch, invitation=asked, at=EARLY)) == "invitation-ended"


def test_four_of_a_team_say_yes_one_by_one(cast: Cast) -> None:
    event = team_event(cast, "military-whist", "alberta-55-plus")
    four = cast.players[:4]
    asked = invite_team(
        by=four[2], event=event, name="Forts", players=dict(zip("ABXY", four, strict=True)), at=EARLY
    )
    for player in (four[0], four[3]):
        accept_invitation(by=player, invitation=asked, at=EARLY)
    assert code_of(partial(accept_invitation, by=four[0], invitation=asked, at=EARLY)) == "answered-already"
    assert not event.entries.exists()
    accept_invitation(by=four[1], invitation=asked, at=EARLY)
    assert event.teams.get().members.count() == 4


@pytest.mark.parametrize(
    ("act", "by", "outcome"),
    [
        (decline_invitation, 1, "declined"),
        (decline_invitation, 0, "declined"),
        (withdraw_invitation, 0, "withdrawn"),
        (withdraw_invitation, -1, "withdrawn"),
    ],
)
def test_a_no_ends_it_for_all(
    cast: Cast, evening: Event, act: Callable[..., TeamInvitation], by: int, outcome: str
) -> None:
    ash, birch, *_others = cast.players
    asked = invited(evening, "Aces", ash, birch)
    who = cast.players[by] if by >= 0 else cast.director
    assert act(by=who, invitation=asked, at=EARLY).outcome == outcome
    assert people_told("team-not-entered") == {player.pk for player in cast.players[:2] if player != who}
    again = invited(evening, "Aces", ash, birch)
    assert accept_invitation(by=birch, invitation=again, at=EARLY).outcome == "entered"


def test_only_those_concerned_answer(cast: Cast, evening: Event) -> None:
    ash, birch, cedar, *_others = cast.players
    asked = invited(evening, "Aces", ash, birch)
    acts = [
        partial(accept_invitation, by=cedar),
        partial(decline_invitation, by=cast.director),
        partial(withdraw_invitation, by=birch),
    ]
    for act in acts:
        assert code_of(partial(act, invitation=asked, at=EARLY)) == "not-allowed"
    for_others = partial(invite_team, by=cedar, event=evening, name="Others", players={"A": ash, "B": birch})
    assert code_of(partial(for_others, at=EARLY)) == "not-in-the-team"


def test_one_yes_an_event_and_as_many_questions_as_come(cast: Cast, evening: Event) -> None:
    ash, birch, cedar, dogwood, *_others = cast.players
    first, second = invited(evening, "Aces", ash, birch), invited(evening, "Kings", cedar, birch)
    third = invited(evening, "Jacks", dogwood, ash)
    assert code_of(partial(invited, evening, "Queens", ash, birch)) == "yes-to-another"
    assert code_of(partial(invited, evening, "Aces", birch, ash)) == "team-name"
    assert code_of(partial(accept_invitation, by=ash, invitation=first, at=EARLY)) == "answered-already"
    assert code_of(partial(accept_invitation, by=ash, invitation=third, at=EARLY)) == "yes-to-another"
    accept_invitation(by=birch, invitation=second, at=EARLY)
    first.refresh_from_db()
    assert (first.outcome, people_told("team-not-entered")) == ("overtaken", {ash.pk})
    assert code_of(partial(invited, evening, "Aces", ash, birch)) == "in-a-team"


def test_the_director_who_enters_a_team_overtakes_what_was_asked(cast: Cast, evening: Event) -> None:
    ash, birch, *_others = cast.players
    asked = invited(evening, "Aces", ash, birch)
    enter_team(by=cast.director, event=evening, name="Aces", players={"A": birch, "B": ash}, at=EARLY)
    asked.refresh_from_db()
    assert (asked.outcome, evening.teams.get().name) == ("overtaken", "Aces")


def test_a_bar_keeps_out_and_is_told_to_the_barred_alone(cast: Cast, evening: Event) -> None:
    ash, birch, cedar, *_others = cast.players
    asked = invited(evening, "Aces", ash, birch)
    barred(cast, birch)
    other = invited(evening, "Queens", cedar, birch)
    assert people_told("team-invited") == {birch.pk}
    assert other.ended_at is None
    assert code_of(partial(accept_invitation, by=birch, invitation=asked, at=EARLY)) == "barred"
    assert code_of(partial(invited, evening, "Kings", birch, ash)) == "barred"


def test_who_is_barred_after_his_yes_is_not_named_to_the_others(cast: Cast) -> None:
    event = team_event(cast, "military-whist", "alberta-55-plus")
    four = cast.players[:4]
    players = dict(zip("ABXY", four, strict=True))
    asked = invite_team(by=four[0], event=event, name="Forts", players=players, at=EARLY)
    for player in four[1:3]:
        accept_invitation(by=player, invitation=asked, at=EARLY)
    barred(cast, four[1])
    wrong = refusal_of(accept_invitation, by=four[3], invitation=asked, at=EARLY)
    assert (wrong.code, "Cheated" in str(wrong)) == ("partner-kept-out", False)
    assert not event.entries.exists()


def test_until_the_last_day_of_entries(cast: Cast, evening: Event) -> None:
    evening.entries_until = EARLY.date()
    evening.save()
    ash, birch, *_others = cast.players
    asked = invited(evening, "Aces", ash, birch)
    late = EARLY + dt.timedelta(days=1)
    assert code_of(partial(accept_invitation, by=birch, invitation=asked, at=late)) == "entries-closed"
    assert code_of(partial(invited, evening, "Kings", birch, ash, late)) == "entries-closed"
    assert decline_invitation(by=birch, invitation=asked, at=late).outcome == "declined"


def test_a_full_event_queues_the_whole_team(cast: Cast, evening: Event) -> None:
    evening.capacity = 4
    evening.save()
    for at, name in enumerate(("Aces", "Jacks", "Kings")):
        first, other = cast.players[2 * at : 2 * at + 2]
        accept_invitation(by=other, invitation=invited(evening, name, first, other), at=EARLY)
    assert set(Team.objects.get(name="Kings").members.values_list("entry__state", flat=True)) == {"waiting"}
    waiting = Message.objects.filter(kind="entry-taken", subject__contains="waiting list")
    assert [message.text.count("You play for Kings.") for message in waiting] == [1, 1]


@pytest.mark.both_databases
def test_nobody_enters_or_leaves_alone(cast: Cast, evening: Event) -> None:
    ash, birch, cedar, *_others = cast.players
    wrong = refusal_of(enter_event, by=ash, event=evening, person=ash, at=EARLY)
    assert (wrong.code, wrong.facts) == (
        "enter-as-a-team",
        {"path": reverse("team-entry", args=[evening.slug])},
    )
    team = enter_team(by=cast.director, event=evening, name="Aces", players={"A": ash, "B": birch}, at=EARLY)
    alone = partial(withdraw_entry, by=ash, entry=evening.entries.get(person=ash), at=EARLY)
    assert code_of(alone) == "in-a-team"
    assert code_of(partial(withdraw_team, by=cedar, team=team, at=EARLY)) == "not-allowed"
    withdraw_team(by=birch, team=team, at=EARLY)
    assert set(evening.entries.values_list("state", flat=True)) == {"withdrawn"}
    assert people_told("team-withdrawn") == {ash.pk}
    assert code_of(partial(withdraw_team, by=birch, team=team, at=EARLY)) == "not-allowed"


def test_a_seated_team_stays(cast: Cast) -> None:
    with registered(HIGH_CARD):
        event = team_event(cast, "high-card", "high-card-1")
        teams = [
            enter_team(
                by=cast.director,
                event=event,
                name=f"Team {at}",
                players=dict(zip("AB", cast.players[2 * at : 2 * at + 2], strict=True)),
                at=EARLY,
            )
            for at in range(2)
        ]
        for team in teams:
            check_in_team(by=cast.director, team=team, at=MARCH)
        seat_in_order(cast, event, teams, {"cards": 1})
        assert code_of(partial(withdraw_team, by=cast.players[0], team=teams[0], at=MARCH)) == "team-seated"


def test_who_was_let_in_alone_finds_a_team(cast: Cast, evening: Event) -> None:
    """The entry of somebody in no team, such as a ruling makes, is the one with which he plays."""
    ash, birch, *_others = cast.players
    alone = enter_event(by=cast.director, event=evening, person=birch, at=EARLY)
    asked = invited(evening, "Aces", ash, birch)
    accept_invitation(by=birch, invitation=asked, at=EARLY)
    assert evening.teams.get().members.get(letter="B").entry == alone
    assert evening.entries.count() == 2


def test_pages_ask_answer_and_withdraw(cast: Cast, evening: Event) -> None:
    ash, birch, *_others = cast.players
    evening.starts_at += dt.timedelta(days=3650)
    evening.ends_at += dt.timedelta(days=3650)
    evening.save()
    page = reverse("team-entry", args=[evening.slug])
    typed = {"name": "Aces", "player-A": ash.number, "player-B": "W-00000-0"}
    asking, other = signed_in(ash), signed_in(birch)
    wrong = asking.post(page, typed)
    assert wrong.status_code == 422
    assert "Aces" in wrong.content.decode()
    asking.post(page, {**typed, "player-B": birch.number})
    assert "Take it back" in asking.get(page).content.decode()
    assert "Yes, I play" in other.get(page).content.decode()
    [waits] = [kind for kind in waiting_for(holder_of(birch)) if kind.kind == "team-invitations"]
    assert [line.path for line in waits.lines] == [page]
    assert (
        "Not entered yet"
        in signed_in(cast.director).get(reverse("teams", args=[evening.slug])).content.decode()
    )
    asked = TeamInvitation.objects.get()
    other.post(reverse("team-invitation-act", args=[evening.slug, asked.pk, "accept"]))
    team = evening.teams.get()
    for shown, sentence in (
        ("teams", "Withdraw your team"),
        ("own-entry", f"#team-{team.number}"),
        ("team-entry", f"#team-{team.number}"),
    ):
        assert sentence in other.get(reverse(shown, args=[evening.slug])).content.decode()
    other.post(reverse("team-act", args=[evening.slug, team.pk, "withdraw"]))
    assert not Entry.objects.filter(event=evening, state="entered").exists()


@pytest.mark.both_databases
def test_programs_ask_and_answer(cast: Cast, evening: Event) -> None:
    ash, birch, *_others = cast.players
    evening.starts_at += dt.timedelta(days=3650)
    evening.ends_at += dt.timedelta(days=3650)
    evening.save()
    address = reverse("api-team-invitations", args=[evening.slug])
    sent = {"name": "Aces", "players": {"A": ash.number, "B": birch.number}}
    created = signed_in(ash).post(address, sent, content_type="application/json")
    assert created.status_code == 201
    [line] = signed_in(birch).get(address).json()["invitations"]
    assert (line["name"], line["asked"], [player["said_yes"] for player in line["players"]]) == (
        "Aces",
        True,
        [True, False],
    )
    assert signed_in(cast.players[2]).get(address).json() == {"invitations": []}
    step = reverse("api-team-invitation-act", args=[evening.slug, line["id"], "accept"])
    assert signed_in(birch).post(step).json() == {"invitations": []}
    assert evening.teams.get().name == "Aces"


def test_queries_do_not_grow_with_the_invitations(cast: Cast, evening: Event) -> None:
    ash, *_others = cast.players
    first, *others = newcomers(cast, 12)
    page = reverse("team-entry", args=[evening.slug])
    client = signed_in(ash)
    invited(evening, "Team", first, ash)
    with CaptureQueriesContext(connection) as few:
        client.get(page)
    for at, other in enumerate(others):
        invited(evening, f"Team {at}", other, ash)
    with CaptureQueriesContext(connection) as many:
        assert client.get(page).content.decode().count("No, I won't") == 12
    assert len(many) <= len(few)
