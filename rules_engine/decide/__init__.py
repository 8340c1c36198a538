"""Answering questions of the rules without a site and without a database: a JSON object in, a JSON object
out.

Each game brings the topics of its own rules, by its format; those of the authority stand here. A topic is a
function from the question, as parsed from JSON, to the answer; the contract is docs/decide.md.
"""

from rules_engine.decide import events, points
from rules_engine.decide import justice as violations
from rules_engine.formats import FORMATS
from rules_engine.record_format import Topic

TOPICS: dict[str, Topic] = {
    **{name: topic for known in FORMATS.values() for name, topic in known.topics.items()},
    "vote": violations.vote,
    "bar": violations.bar,
    "award": points.award,
    "team-award": points.team_award,
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
