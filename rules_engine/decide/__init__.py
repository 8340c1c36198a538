"""Answering questions of the rules without a site and without a database: a JSON object in, a JSON object
out.

A topic is a function from the question, as parsed from JSON, to the answer; the contract is docs/decide.md.
"""

from collections.abc import Callable

from rules_engine.decide import events, points, splits, table, violations

Topic = Callable[[object], dict[str, object]]

TOPICS: dict[str, Topic] = {
    "draw": table.draw,
    "stanza-score": table.stanza_score,
    "hand-sizes": table.hand_sizes,
    "extrapolation": table.extrapolation,
    "split": splits.split,
    "offspring": splits.offspring,
    "vote": violations.vote,
    "bar": violations.bar,
    "award": points.award,
    "degree": points.degree,
    "recording": points.recording,
    "appeal": violations.appeal,
    "seating": events.seats,
    "qualifiers": events.qualifiers,
}


def answer(topic: str, question: object) -> dict[str, object]:
    """The answer to `question` on `topic`, always with "rule" and "reason".

    Raises:
        KeyError: for an unknown topic.
        Malformed: the question cannot be read; the pointer is the place in it.
    """
    return TOPICS[topic](question)
