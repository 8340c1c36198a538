"""What a sheet comes to, in words for the pad: hand by hand, and how the game ended, as the engine says.

Rule section: 3, 5, 7 to 10 (C-3, C-6, C-8 to C-11).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from rules_engine.columbus_whist import rules
from rules_engine.columbus_whist.check.games import GameCheck
from rules_engine.columbus_whist.check.result import Checked, Spot
from rules_engine.columbus_whist.game import EXTRA, WITH_EXTRA
from rules_engine.columbus_whist.reader.games import read_game
from rules_engine.columbus_whist.record import Game, Team
from rules_engine.reading import Malformed
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.sentences import in_language
from tournaments.formats.columbus_whist.sheets.fields import ENDINGS, ROWS
from tournaments.formats.columbus_whist.sheets.games import (
    OF_A_HAND,
    GameSheet,
    require_rows,
    tells_of_play,
)
from tournaments.formats.fields import Body, Values
from tournaments.formats.slips import TeamHead

Sides = Sequence[TeamHead]
LEFT_NOW = 1
"""What the engine calls a team that forfeits the rest of a game."""


class Telling:
    """The sheet of a game whose slip is being read; `rule` is what it is refused by."""

    def __init__(self, sides: Sides, rule: str) -> None:
        self.sides = sides
        self.rule = rule
        self.numbers = {team.number: at for at, team in enumerate(sides, start=1)}

    def read(self, body: Values) -> Values:
        """The values as they are kept; refuses a sheet that tells nothing, one that cannot be meant, and a
        hand of which nothing tells what it came to, naming the row."""
        if not tells_of_play(body):
            raise self._empty()
        _require_one_ruling_a_hand(body)
        try:
            require_rows(body)
            game = self._game(body)
        except Malformed as wrong:
            raise self._refused(wrong) from None
        check, _checked = self._checked(game, body)
        if check.open_hand is not None:
            raise _untold(check.open_hand)
        return body

    def tell(self, body: Body) -> tuple[str, ...]:
        """A sentence for each hand, one for the end, and what is wrong."""
        game = self._game(body)
        check, checked = self._checked(game, body)
        sentences = []
        for number in range(1, len(game.hands or ()) + 1):
            so_far = _first_hands(body, number)
            part, _result = self._checked(self._game(so_far), so_far)
            sentences.append(self._after(number, part))
        names = {f"team {at}": team.name for at, team in enumerate(self.sides, start=1)}
        wrong = [
            in_language(finding.message, names)
            for finding in check.findings
            if finding.code != "game-unfinished"
        ]
        return (*sentences, self._end(checked), *wrong)

    def end(self, body: Body) -> str:
        """How the game ended, in a few words."""
        _check, checked = self._checked(self._game(body), body)
        return self._end(checked)

    def under_way(self, body: Body) -> bool:
        """Whether nobody has won, and the game goes on."""
        _check, checked = self._checked(self._game(body), body)
        return not checked.over

    def _game(self, body: Body) -> Game:
        sheet = GameSheet(self.sides, self.numbers, body, "")
        return read_game(sheet.game(()), "", len(self.sides))

    def _checked(self, game: Game, body: Body) -> tuple[GameCheck, Checked]:
        gone = GameSheet(self.sides, self.numbers, body, "").leaver(1)
        left = [LEFT_NOW if gone and gone["team"] == at else 0 for at in self.numbers.values()]
        check = GameCheck(game, Spot(table=1), (left[0], left[1]))
        first, other = (Team(team.name, None, ()) for team in self.sides)
        return check, check.run((first, other))

    def _after(self, number: int, part: GameCheck) -> str:
        """How it stood after a hand; of one without books only the result may tell."""
        points = part.courses[0].points
        if part.untold and any(course.points != points for course in part.courses):
            return _("After hand %(number)s: not filled in.") % {"number": number}
        values = {"number": number, "score": self._score(*points)}
        return _("After hand %(number)s: %(score)s.") % values

    def _end(self, checked: Checked) -> str:
        result = checked.by_rule
        if result.winner is None:
            return _("Neither team won.") if checked.over else _("Nobody has won yet.")
        first, other = result.points
        values = {
            "team": self.sides[result.winner].name,
            "ending": dict(ENDINGS).get(str(checked.ending), ""),
            "score": self._score(first, other),
        }
        if checked.ending in WITH_EXTRA:
            values["extra"] = str(EXTRA)
            return _("%(team)s won by %(ending)s, with %(extra)s points more: %(score)s.") % values
        if checked.ending is not None:
            return _("%(team)s won by %(ending)s: %(score)s.") % values
        return _("%(team)s won: %(score)s.") % values

    def _score(self, own: int, other: int) -> str:
        first, second = self.sides
        return f"{first.name} {_with_sign(own)}, {second.name} {_with_sign(other)}"

    def _empty(self) -> Refusal:
        return Refusal(
            code="sheet-incomplete",
            sentence=_("The sheet says nothing about the game: no hand, and not who won."),
            rule=self.rule,
            remedy=_("Fill in its hands or, under the extra fields, who won and how; then send it."),
            status=422,
            facts={"field": "hands-1-bids"},
        )

    def _refused(self, wrong: Malformed) -> Refusal:
        place = re.match(r"/hands/(\d+)(?:/(bids|bid|by|first))?", wrong.pointer)
        field, sentence = "", wrong.message
        row = re.match(r"/(wrong|rulings)/(\d+)/(\w+)", wrong.pointer)
        if row is not None:
            field = f"{row[1]}-{int(row[2]) + 1}-{row[3]}"
            values = {"rows": ROWS[row[1]], "number": int(row[2]) + 1, "why": wrong.message}
            sentence = _("%(rows)s, row %(number)s: %(why)s.") % values
        elif place is not None:
            number = int(place[1]) + 1
            field = f"hands-{number}-{place[2] or 'bid'}"
            sentence = _("Hand %(number)s: %(why)s.") % {"number": number, "why": wrong.message}
        return Refusal(
            code="sheet-unreadable",
            sentence=sentence,
            rule=self.rule,
            remedy=_("Compare it with the sheet, correct it and send it again."),
            status=422,
            facts={"field": field},
        )


def _untold(number: int) -> Refusal:
    return Refusal(
        code="hand-untold",
        sentence=_("Hand %(number)s: its books are missing, and nothing else shows its result.")
        % {"number": number},
        rule=rules.BOOKS,
        remedy=_(
            "Fill in the books of the team that bid. If they are not known, fill in the score after the "
            "hand under the extra fields, or who won and the points of both teams."
        ),
        status=422,
        facts={"field": f"hands-{number}-books"},
    )


def _first_hands(body: Body, count: int) -> Body:
    """The sheet after so many hands, with what went wrong and was ruled in those."""
    rest = {name: value for name, value in body.items() if name != "left"}
    of_hands = {
        rows: [row for row in body[rows] if row.get("hand", 1) <= count] for rows in OF_A_HAND if rows in body
    }
    return {**rest, **of_hands, "hands": body["hands"][:count]}


def _require_one_ruling_a_hand(body: Body) -> None:
    ruled = [ruling["hand"] for ruling in body.get("rulings", ())]
    for row, hand in enumerate(ruled, start=1):
        if hand in ruled[: row - 1]:
            raise Refusal(
                code="hand-ruled-twice",
                sentence=_("Hand %(number)s is ruled on twice.") % {"number": hand},
                rule=rules.DIRECTOR,
                remedy=_(
                    "Keep the ruling. An earlier one is changed by correcting the sheet, with the reason."
                ),
                status=422,
                facts={"field": f"rulings-{row}-hand"},
            )


def _with_sign(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)
