"""A program that has the client and some tokens alone brings an event from its application to its results."""

from __future__ import annotations

import datetime as dt
from contextlib import ExitStack
from random import Random
from typing import Any

from rules_engine.whoopie.random.stanza import RandomStanza
from tests.support.site import Site

OFFICERS = ("director", "managing", "registrar", "executor", "player")
TOKENS = """
from sanctioning.accounts.models.account import Account
from sanctioning.accounts.services.tokens import make_token
for name in {names!r}:
    account = Account.objects.get(email=f"{{name}}@demo.example")
    print(make_token(by=account, name="Whole event", scope="full")[1])
"""
STANZAS = 2


def test_a_whole_event_by_the_client_alone(site: Site) -> None:
    from saas_client import Site as Client
    from saas_client.api import (
        directing,
        entries,
        events,
        executors,
        fees,
        people,
        players,
        results,
        rounds,
        tables,
    )
    from saas_client.models import (
        Amount,
        Appoint,
        EnteredPeople,
        GamePlan,
        NewEvent,
        NewRound,
        ReportStanzaBody,
    )

    secrets = site.do(TOKENS.format(names=OFFICERS)).strip().splitlines()
    with ExitStack() as open_clients:
        director, managing, registrar, executor, player = (
            open_clients.enter_context(Client(site.url, secret)) for secret in secrets[-len(OFFICERS) :]
        )
        club = director.send(people.my_data()).home_club
        begins = dt.datetime.now(dt.UTC) + dt.timedelta(days=300)
        registered = director.send(
            events.register_event(
                club,
                body=NewEvent(
                    name="By Program",
                    place="Reading Room",
                    starts_at=begins,
                    ends_at=begins + dt.timedelta(hours=5),
                    level="open",
                    type_="club-game",
                ),
            )
        )
        slug = registered.slug
        assert registered.sanction_state == "submitted"
        managing.send(events.act_on_application(slug, "approve"))
        for invoice in registrar.send(fees.club_account(club)).invoices:
            if "By Program" in invoice.text and invoice.state == "open":
                registrar.send(fees.act_on_invoice(invoice.id, "pay", body=Amount(amount=invoice.open_)))

        me = player.send(people.my_data())
        others = [
            line.number
            for line in director.send(players.players())
            if line.number not in {me.number, director.send(people.my_data()).number}
        ]
        director.send(entries.enter_people(slug, body=EnteredPeople(people=[me.number, *others[:3]])))
        assert director.send(entries.check_everybody_in(slug)).present == 4

        plan = GamePlan.from_dict({"stanzas": STANZAS})
        [planned] = director.send(rounds.plan_round(slug, body=NewRound(planned=plan)))
        begun = director.send(directing.begin_round(slug, planned.id))
        [game] = [table.game for table in begun.tables]
        number = executor.send(people.my_data()).number
        managing.send(executors.appoint_acting_executor(slug, body=Appoint(executor=number)))

        dice, table = Random(3), player.send(tables.table(slug, game))
        while not table.is_over:
            stanza = ReportStanzaBody.from_dict(played(table, dice))
            table = director.send(tables.report_stanza(slug, game, number=table.due.number, body=stanza))
        director.send(tables.act_at_table(slug, game, "close"))
        player.send(results.confirm_result(slug, game))
        assert executor.send(results.certify_result(slug, game)).state == "certified"

    with Client(site.url) as anybody:
        [won] = anybody.send(results.event(slug)).games
        assert (won.state, len(won.placings)) == ("certified", 4)
        assert won.placings[0].score == max(placing.score for placing in won.placings)
        assert float(won.placings[0].points) > 0
        assert slug in {line.event_slug for line in anybody.every(results.results(search="By Program"))}


def played(table: Any, dice: Random) -> dict[str, Any]:
    seated = [seat.player for seat in table.seated]
    stanza = RandomStanza(dice, seated, table.due.dealer, table.due.cards, mishaps=0.0).play()
    return {"cards": table.due.cards, "dealer": table.due.dealer} | {
        name: stanza[name] for name in ("bids", "taken")
    }
