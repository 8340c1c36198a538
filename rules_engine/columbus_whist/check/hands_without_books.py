"""What a game came to of which hands have no books.

Rules 5 and 7; inventory C-6 and C-8. Such a hand was a set or was made for any books: a running score or the
game's own result may leave one of these courses; where they leave more, nobody can say who won.

Terms: course (one way in which the hands may have gone), told (what the sheet says of the result).
"""

from collections.abc import Sequence
from typing import Final

from rules_engine.columbus_whist.game import State
from rules_engine.columbus_whist.record import Game
from rules_engine.sentences import AND, Said, Several, says

MOST_COURSES: Final = 256
"""More than hands without books can leave open before one of the teams must have won."""


def settled(courses: Sequence[State], game: Game) -> State | None:
    """The course that what is told of the result leaves; None where it leaves several with other winners or
    points, or contradicts them all."""
    fitting = [course for course in courses if _fits(course, game)]
    return fitting[0] if len({(course.winner, course.points) for course in fitting}) == 1 else None


def _fits(course: State, game: Game) -> bool:
    return (
        (not game.told_winner or course.winner == game.winner)
        and (game.points is None or course.points == game.points)
        and (game.ending is None or course.ending == game.ending)
    )


def unsaid(hands: Sequence[int]) -> Said:
    """The finding for these hands, by number."""
    *others, last = hands
    if others:
        return says(
            "What the hands came to cannot be said: hands %(numbers)s have no books, and neither the score "
            "after them nor the game's winner and points tell it.",
            numbers=Several([Several(others), last], AND),
        )
    return says(
        "What the hands came to cannot be said: hand %(number)s has no books, and neither the score after it"
        " nor the game's winner and points tell it.",
        number=last,
    )
