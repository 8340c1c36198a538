"""What a game came to of which hands have no books.

Rules 5 and 7; inventory C-6 and C-8. Such a hand was a set or was made for any books: a running score or the
game's own result may leave one of these courses; where they leave more, nobody can say who won.

Terms: course (one way in which the hands may have gone), told (what the sheet says of the result).
"""

from collections.abc import Sequence
from typing import Final

from rules_engine.columbus_whist.game import State
from rules_engine.columbus_whist.record import Game

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


def unsaid(hands: Sequence[int]) -> str:
    """The finding for these hands, by number."""
    *others, last = hands
    named = f"hands {', '.join(map(str, others))} and {last} have" if others else f"hand {last} has"
    after = "them" if others else "it"
    return (
        f"What the hands came to cannot be said: {named} no books, and neither the score after {after} nor"
        " the game's winner and points tell it."
    )
