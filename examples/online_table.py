"""An online table that plays one of the four games and reports it live: stanza by stanza, or slip by slip.

    SAAS_TOKEN=saas_… python -m examples.online_table https://example.org EVENT GAME
    SAAS_TOKEN=saas_… python -m examples.online_table https://example.org EVENT

Started at the root of the project, with the client `saas_client` installed. A game of Whoopie has a number,
an event of one of the three whist games is one game. The table knows nothing but the API: it asks what is
due, plays it, reports it, and goes on until nothing is due. Started again after a breakdown it goes on
where it was. Each key follows from what is reported and when, so nothing counts twice, not even when
two copies of this program run. The cards are played by the engine at random; put your own table in place of
what stands below `The cards`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from random import Random
from typing import Any

import httpx
from saas_client import Refused, Site
from saas_client.api import results, rounds, slips, tables
from saas_client.models import ReportStanzaBody, Slip, SlipState, SlipToFill, SlipValues, Table

from rules_engine.bid_whist.random.hands import RandomSheets
from rules_engine.columbus_whist.random.event import random_game
from rules_engine.military_whist.random.event import random_event
from rules_engine.whoopie.random.stanza import RandomStanza

Written = Mapping[str, Any]
Play = Callable[[SlipToFill], Written | None]
"""What a table writes on a slip; None for one that it leaves to somebody else."""


def play_stanzas(site: Site, event: str, game: str) -> None:
    """A game of Whoopie, stanza by stanza, and closed."""
    table = site.send(tables.table(event, game))
    if table.state not in ("open", "playing"):
        sys.exit(f"The game is {table.state}. There is nothing to play.")
    if table.due is None:
        sys.exit(
            "Nothing is due at this table. Seat the players and draw for the first dealer before you start."
        )
    while not table.is_over:
        due, seated = table.due, [seat.player for seat in table.seated]
        stanza = whoopie_stanza(seated, due.dealer, due.cards, Random(f"{event}/{game}/{due.number}"))
        table = site.send(
            tables.report_stanza(
                event,
                game,
                number=due.number,
                body=ReportStanzaBody.from_dict(stanza),
                idempotency_key=f"{event}/{game}/{table.revision}",
            )
        )
        print(f"stanza {due.number}: {scores(table)}", flush=True)
    closed = site.send(
        tables.act_at_table(event, game, "close", idempotency_key=f"{event}/{game}/{table.revision}/close")
    )
    print(f"The game is {closed.state}.")


def scores(table: Table) -> str:
    return ", ".join(f"{seat.name} {seat.score}" for seat in table.seated)


def play_slips(site: Site, event: str, play: Play) -> None:
    """Everything that the tables of an event hand in now, slip by slip, until nothing more is due."""
    while any(
        report(site, event, slip, play) for slip in sorted(due_slips(site, event), key=is_counted_last)
    ):
        pass


def is_counted_last(slip: SlipState) -> bool:
    """The flags after play are asked for from the beginning, and told at the end."""
    return "-after-" in slip.place


def due_slips(site: Site, event: str) -> Iterator[SlipState]:
    page, pages = 0, 1
    while page < pages:
        page += 1
        listed = site.send(slips.slips(event, page=page))
        pages = listed.pages
        yield from (slip for slip in listed.lines if slip.may_report and not slip.version)


def report(site: Site, event: str, slip: SlipState, play: Play) -> bool:
    """Play and report a slip; False where it is left to somebody else."""
    written = play(site.send(slips.slip(event, slip.place)))
    if written is None:
        return False
    body = Slip(values=SlipValues.from_dict(dict(written)))
    stands = site.send(
        slips.report_slip(event, slip.place, body=body, idempotency_key=f"{event}/{slip.place}")
    )
    print(f"{stands.title}: {stands.said or 'reported'}", flush=True)
    return True


def players_of(site: Site, event: str, game: str) -> Play:
    """Who plays the cards of this event. The same event gives the same cards, so a second start goes on."""
    if game == "military-whist":
        plan = site.send(rounds.rounds(event))[0]
        kept = military_whist_slips(len(plan.tables), event, plan.planned.to_dict())
        return lambda asked: kept.get(asked.slip.place)
    sheet = {"bid-whist": bid_whist_sheet, "columbus-whist": columbus_whist_sheet}[game]

    def play(asked: SlipToFill) -> Written | None:
        teams = teams_of(asked)
        return sheet(asked.slip.place, teams, Random(f"{event}/{asked.slip.place}")) if teams else None

    return play


def teams_of(asked: SlipToFill) -> tuple[int, int] | None:
    """The two teams of a sheet, which are what its field “Won by” offers."""
    offered = [field.choices for field in asked.asks if field.name == "winner"]
    if not offered:
        return None
    first, other = (int(number) for number, _name in offered[0])
    return first, other


# The cards. The engine plays them at random and by the rules. Each function gives what its table writes down:
# a stanza as the record format has it, or a slip by the names of its fields.


def whoopie_stanza(seated: list[str], dealer: str, cards: int, dice: Random) -> dict[str, Any]:
    stanza = RandomStanza(dice, seated, dealer, cards, mishaps=0.0).play()
    return {"cards": cards, "dealer": dealer, "bids": stanza["bids"], "taken": stanza["taken"]}


def bid_whist_sheet(place: str, teams: tuple[int, int], dice: Random) -> Written:
    """Four hands; where they end in a tie, the table is asked for one hand more."""
    sheets = RandomSheets(dice, mishaps=0.0)
    if place.endswith("-more"):
        hand, points = sheets.hand(teams, edge=0.0)
        return {"hands": [_bid_hand(hand)], "winner": str(teams[points[1] > points[0]])}
    sheet = sheets.sheet(1, teams, edge=0.0)
    written = {
        "hands": [_bid_hand(hand) for hand in sheet["hands"]],
        "signed": "both",
        "brought": str(teams[1]),
    }
    return written if "extra" in sheet else written | {"winner": str(sheet["winner"])}


def _bid_hand(hand: Written) -> Written:
    end = "set" if "set" in hand else str(hand["made"])
    calls = ", ".join(hand["calls"])
    return {
        "first": str(hand["first"]),
        "calls": calls,
        "by": str(hand["bidder"]),
        "bid": hand["bid"],
        "end": end,
    }


def columbus_whist_sheet(_place: str, teams: tuple[int, int], dice: Random) -> Written:
    players = {team: ["A", "B"] for team in teams}
    while True:
        game, _end = random_game(dice, teams, players, mishaps=0.0)
        if game.get("winner"):
            break
    return {
        "first-club": str(game["first_club"]),
        "hands": [_columbus_hand(hand, teams) for hand in game["hands"]],
        "winner": str(game["winner"]),
    } | {f"points-{team}": points for team, points in zip(teams, game["points"], strict=True)}


def _columbus_hand(hand: Written, teams: tuple[int, int]) -> Written:
    return {
        "bids": " ".join(hand["bids"]),
        "bid": hand["bid"],
        "by": str(hand["by"]),
        "books": hand["books"][teams.index(hand["by"])],
        "trump": hand["trump"],
    }


def military_whist_slips(tables: int, seed: str, planned: Written) -> Mapping[str, Written]:
    """All slips of an event by their places: flags before play, each hand at each table, flags after."""
    record = random_event(
        tables,
        Random(seed).randrange(1_000_000),
        level=planned["level"],
        days=planned["days"],
        moves=planned["moves"],
        restarted=planned["pattern"] == "sample-restarted",
    )
    slips: dict[str, Written] = {}
    hands = count(1)
    for day, played in enumerate(record["days"], start=1):
        slips |= _flags(f"d{day}-before", played["before"]) | _flags(f"d{day}-after", played["after"])
        for told, hand in zip(played["hands"], hands, strict=False):
            for table, (visitors, home) in enumerate(told["tricks"], start=1):
                won = told["won"][table - 1]
                slips[f"h{hand}-t{table}"] = {"visitors": visitors, "home": home, "flags": won}
    return slips


def _flags(counted: str, flags: Sequence[int]) -> dict[str, Written]:
    return {f"{counted}-{table}": {"flags": held} for table, held in enumerate(flags, start=1)}


def main(address: str, event: str, game: str = "") -> None:
    with Site(address, os.environ["SAAS_TOKEN"]) as site:
        played = site.send(results.event(event)).format_
        if played == "whoopie":
            play_stanzas(site, event, game)
        else:
            play_slips(site, event, players_of(site, event, played))


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or "SAAS_TOKEN" not in os.environ:
        sys.exit("Usage: SAAS_TOKEN=saas_… python -m examples.online_table https://example.org EVENT [GAME]")
    try:
        main(*sys.argv[1:])
    except Refused as refused:
        sys.exit(str(refused))
    except httpx.HTTPError as unreachable:
        sys.exit(f"{sys.argv[1]} cannot be reached: {unreachable}")
