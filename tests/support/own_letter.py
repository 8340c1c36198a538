"""In a running site: a table of four that has barred one of its players and asked for a Letter.

`own_letter(site)` makes it by a command of that site, at an event of its own. Two of the three who voted have
a login, the third signs on paper.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from scoring.demo.people import PASSWORD
from tests.support.own_event import own_event
from tests.support.site import Site

ACT = "He threw the deck at the wall."


@dataclass(frozen=True)
class OwnLetter:
    """The page of the carried vote, and the e-mail addresses of those with a login."""

    vote: str
    drafter: str
    signer: str
    accused: str


def own_letter(site: Site, name: str) -> OwnLetter:
    event = own_event(site, name)
    printed = site.do(f"from tests.support.own_letter import make; make({event.slug!r})")
    return OwnLetter(**json.loads(printed.strip().splitlines()[-1]))


def make(slug: str) -> None:
    """Within the site: seat them, charge, find and bar, all by the services; print what it is."""
    from sanctioning.accounts.models.account import Account
    from sanctioning.people.models.person import Person
    from tournaments.events.models.event import Event
    from tournaments.executors.services.appointing import appoint_acting_executor
    from tournaments.games.services.games import open_game, seat_players
    from tournaments.justice.votes.models import Violation
    from tournaments.justice.votes.notifications import vote_path
    from tournaments.justice.votes.services.ballots import answer_vote
    from tournaments.justice.votes.services.charges import charge
    from tournaments.justice.votes.services.votes import demand_vote, open_vote
    from tournaments.rounds.services.draws import draw_cards

    def holder(email: str) -> Person:
        return Account.objects.get(email=email).person

    event, managing = Event.objects.get(slug=slug), holder("managing@demo.example")
    director = holder("director@demo.example")
    executor = event.games.exclude(acting_executor=None)[0].acting_executor
    assert executor is not None
    free = Person.objects.filter(home_club=event.club, merged_into=None, account=None, anonymised_at=None)
    drafter, signer, paper, accused = free.exclude(played__game__event=event).order_by("-pk")[:4]
    emails = {}
    for role, person in (("drafter", drafter), ("signer", signer), ("accused", accused)):
        emails[role] = f"{role}-{slug}@demo.example"
        person.account = Account.objects.create_user(emails[role], PASSWORD)
        person.save(update_fields=["account"])
    game = open_game(by=director, event=event, planned={"stanzas": 2})
    seat_players(by=director, game=game, people=[drafter, signer, paper, accused])
    game = appoint_acting_executor(by=managing, game=game, appointment=executor)
    draw_cards(by=director, game=game, seed=slug)
    thrown = charge(
        by=drafter, game=game, kind="chaotic-action", stanza=1, act=ACT, offenders=[accused.number]
    )
    bar = {"scope": [{"kind": "rest-of-game"}], "letter": True}
    for motion, terms in (("find-chaotic-action", {}), ("type-2-bar-with-playoffs", bar)):
        thrown = Violation.objects.get(pk=thrown.pk)
        vote = demand_vote(by=drafter, violation=thrown, motion=motion, terms=terms)
        vote = open_vote(by=executor.person, vote=vote)
        for taking_part in (drafter, signer, paper):
            vote = answer_vote(by=taking_part, vote=vote, answer="aye")
        if motion == "find-chaotic-action":
            vote = answer_vote(by=accused, vote=vote, answer="no")
    print(json.dumps({"vote": vote_path(vote, game), **emails}))
