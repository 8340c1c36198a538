"""Random lives of a family of games through the services: stanzas, comings, goings, splits, corrections.

Whatever happens, the composed records are true by the engine, running scores are the engine's, and once all
games are certified everybody who played is ranked exactly once.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from rules_engine.formats import check_document
from sanctioning.kit.refusals import Refusal
from sanctioning.people.models.person import Person
from scoring.results.models import Certification, Standing
from scoring.results.services.certification import certify_result, confirm_result
from tests.cast import MARCH, Cast, _person
from tests.support.play import draw_ties, drawn_table, random_body, report
from tests.support.seeds import FIRST, randomly, seeds
from tournaments.games.game_families import Family, family_of
from tournaments.games.models import Game
from tournaments.rounds.services.draws import draw_cards
from tournaments.tables.game_folders import folder_of, written
from tournaments.tables.models.sheet import Sheet
from tournaments.tables.selectors.table import Table, table_of_game
from tournaments.tables.services.authorisations import authorise_extrapolation
from tournaments.tables.services.closing import close_game, closed_record
from tournaments.tables.services.seating import get_up, sit_down, wait_at_table
from tournaments.tables.services.splits import decide_split, undo_split
from tournaments.tables.services.stanzas import report_stanza

NAMES = ("Kapok", "Larch", "Maple", "Nutmeg", "Oak", "Pine", "Quince", "Rowan", "Sorrel", "Teak")
LIVE = (Game.State.OPEN, Game.State.PLAYING)


class Life:
    """One family of games, driven at random."""

    def __init__(self, cast: Cast, seed: int) -> None:
        self.cast, self.dice = cast, Random(seed)
        more = [_person(cast.managing, "Z", name, cast.club, f"{name}@example.org") for name in NAMES]
        self.people: list[Person] = [*cast.players, *more]
        self.root = drawn_table(cast, self.people[: self.dice.randint(5, 9)], stanzas=200)

    @property
    def family(self) -> Family:
        return family_of(self.root)

    @property
    def games(self) -> list[Game]:
        """Those of the family as they stand, where nobody is asked who plays in them."""
        return list(Game.objects.filter(event=self.root.event_id, number=self.root.number).order_by("pk"))

    def table(self, game: Game) -> Table:
        """As anybody sees it: what the director may do there is not asked."""
        seen = table_of_game(game=Game.objects.get(pk=game.pk))
        assert seen is not None
        return seen

    def step(self) -> None:
        live = [game for game in self.games if game.state in LIVE]
        game = self.dice.choice(live)
        acts = [self.stanza] * 8 + [self.come] * 2 + [self.move] * 4 + [self.wait] * 3 + [self.split] * 3
        acts += [self.go, self.extrapolate, self.correct, self.undo]
        self.dice.choice(acts)(game)

    def stanza(self, game: Game) -> None:
        now = self.table(game)
        if now.due is not None:
            report(self.cast, game, random_body(now, self.dice, mishaps=0.3))

    def come(self, game: Game) -> None:
        person = self.dice.choice(self.people)
        seats = self.table(game).seated
        left_of = self.dice.choice(seats).player if seats else ""
        if self.family.sits_in(person.pk) is None and len(seats) < 10:
            self.sit(game, person, left_of)

    def sit(self, game: Game, person: Person, left_of: str = "") -> None:
        try:
            sit_down(by=self.cast.director, game=game, person=person, left_of=left_of, at=MARCH)
        except Refusal as refusal:
            if refusal.code != "missed-no-stanza":
                raise

    def go(self, game: Game) -> None:
        seats = self.table(game).seated
        if len(seats) > 3:
            number = self.dice.choice(seats).player
            person = next(candidate for candidate in self.people if candidate.number == number)
            get_up(by=self.cast.director, game=game, person=person, at=MARCH)

    def move(self, game: Game) -> None:
        """Somebody goes over from another table of the family, if there is one."""
        others = [
            other_game
            for other_game in self.games
            if other_game.state == Game.State.PLAYING and other_game.pk != game.pk
        ]
        if others and game.first_dealer_id and len(self.table(game).seated) < 10:
            seats = self.table(other := self.dice.choice(others)).seated
            if len(seats) > 3:
                number = self.dice.choice(seats).player
                person = next(candidate for candidate in self.people if candidate.number == number)
                get_up(by=self.cast.director, game=other, person=person, at=MARCH)
                self.sit(game, person)

    def wait(self, game: Game) -> None:
        family = self.family
        for person in self.dice.sample(self.people, 3):
            if family.sits_in(person.pk) is None:
                with suppress(Refusal):  # he waits elsewhere
                    wait_at_table(by=self.cast.director, game=game, person=person, at=MARCH)

    def split(self, game: Game) -> None:
        if game.state != Game.State.PLAYING or self.table(game).wishing < 10:
            return
        if len(self.games) > 8:
            return
        decide_split(by=self.cast.executor, game=game, groups=2, at=MARCH)
        draw_ties(self.cast, game, self.dice)
        for group in Game.objects.filter(parent=game, state=Game.State.OPEN):
            draw_cards(by=self.cast.executor, game=group, seed=str(self.dice.random()), at=MARCH)

    def undo(self, game: Game) -> None:
        games = self.games
        for playing in games:
            groups = [group for group in games if group.parent_id == playing.pk]
            if playing.state == Game.State.SPLIT and all(
                group.state in (Game.State.OPEN, Game.State.VOID) for group in groups
            ):
                undo_split(by=self.cast.executor, game=playing, reason="On second thoughts.", at=MARCH)
                return

    def extrapolate(self, game: Game) -> None:
        gone = [leaver for leaver in self.table(game).gone if leaver.ranked_here]
        for leaver in gone[:2]:
            authorise_extrapolation(
                by=self.cast.executor, game=game, player=leaver.player, reason="He had to go.", at=MARCH
            )

    def correct(self, game: Game) -> None:
        """Somebody did not call Whoopie in an earlier stanza of any game that is not final."""
        games = [candidate for candidate in self.games if candidate.stanzas_played]
        if not games:
            return
        game = self.dice.choice(games)
        standing = self.dice.choice(self.table(game).stanzas)
        body: dict[str, Any] = {**standing.stanza}
        player = self.dice.choice(body["bids"])[0]
        again = {"kind": "no-whoopie-call", "player": player, "trick": 1}
        body["incidents"] = [*body.get("incidents", []), again]
        report_stanza(
            by=self.cast.director,
            game=game,
            number=standing.number,
            body=body,
            idempotency_key=f"correction {self.dice.random()}",
            replaces=standing.version,
            reason="A call was not heard.",
            at=MARCH,
        )

    def check(self) -> None:
        """Every sheet is what the engine says of its record, and no record breaks a rule of the table."""
        family = self.family
        for game in family.games.values():
            if not game.stanzas_played:
                continue
            folder = folder_of(family, game)
            record = written(folder, folder.bodies)
            answer = check_document(record).as_document()
            assert Sheet.objects.get(game=game).check_document == answer
            assert faults(answer) == []
            shown = self.table(game).totals
            totals = dict(shown)
            for stanza in answer["stanzas"]:  # type: ignore[attr-defined]
                for player, score in stanza["scores"].items():
                    totals[player] = score
            assert shown == totals

    def finish(self) -> None:
        for game in self.games:
            if game.state == Game.State.OPEN:
                while Game.objects.get(pk=game.pk).state == Game.State.OPEN:
                    seats = self.table(game).seated
                    if len(seats) < 3:
                        self.come(game)
                    self.stanza(game)
            game.refresh_from_db()
            if game.state == Game.State.PLAYING:
                self.close(game)

    def close(self, game: Game) -> None:
        closed = close_game(by=self.cast.director, game=game, sure=True, at=MARCH)
        assert faults(closed.check_document) == []
        _, record = closed_record(self.family, game)
        assert check_document(record).as_document() == closed.check_document
        for finding in closed.findings.filter(severity="error"):
            finding.settled_by, finding.settled_at, finding.reason = self.cast.executor, MARCH, "It stands."
            finding.save()
        confirmer = game.players.first()
        assert confirmer is not None
        confirm_result(by=confirmer.person, game=game, at=MARCH)


def faults(answer: dict[str, object]) -> list[object]:
    """Findings but those on calls of Whoopie that the corrections invented without cards."""
    return [
        (finding["code"], finding["stanza"], finding["message"])
        for finding in answer["findings"]  # type: ignore[attr-defined]
        if finding["code"] != "incident-unsupported"
    ]


@randomly
@pytest.mark.parametrize(
    "seed", [FIRST, *(pytest.param(seed, marks=pytest.mark.once) for seed in seeds(8)[1:])]
)
def test_whatever_happens_the_records_are_true(cast: Cast, seed: int) -> None:
    life = Life(cast, seed)
    for step in range(70):
        life.step()
        if step % 15 == 0:
            life.check()
    life.check()
    life.finish()
    for game in life.family.games.values():
        if game.state == Game.State.CONFIRMED:
            certify_result(by=cast.executor, game=game, at=MARCH)
    family = life.family
    ranked = list(Standing.objects.values_list("person_id", flat=True))
    assert sorted(ranked) == sorted(family.last_stanza)
    for standing in Standing.objects.select_related("certification"):
        where = family.ranked_in(standing.person_id)
        assert where is not None
        assert standing.certification.game_id == where.pk
    assert Certification.objects.exists()
