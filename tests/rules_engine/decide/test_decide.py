"""What holds for every topic of `decide`: the fields of its answer, and pointers to what is wrong."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.decide import TOPICS, answer
from rules_engine.reading import Malformed
from tests.rules_engine.decide.questions import ANSWERS, OPTIONAL, QUESTIONS, ask, pointer
from tests.rules_engine.records import copied


def test_every_topic_is_asked():
    assert set(TOPICS) == set(QUESTIONS) == set(ANSWERS)


@pytest.mark.parametrize("topic", TOPICS)
def test_answers_field_by_field(topic):
    given_ = ask(topic)
    assert list(given_) == [*ANSWERS[topic], "rule", "reason"]
    assert {name: given_[name] for name in ANSWERS[topic]} == ANSWERS[topic]
    assert re.fullmatch(r"I{1,3}|IV|[MBC]-\d+", given_["rule"].split("/")[0])
    assert given_["reason"].endswith(".")


@pytest.mark.parametrize("topic", TOPICS)
def test_needed_and_unknown_fields(topic):
    assert pointer(topic, extra=1) == "/extra"
    for name in QUESTIONS[topic]:
        if name not in OPTIONAL.get(topic, ()):
            assert pointer(topic, **{name: ...}) == ""
    for other in (None, [], "x", 1, True):
        with pytest.raises(Malformed) as caught:
            answer(topic, other)
        assert caught.value.pointer == ""


@pytest.mark.parametrize(("topic", "name"), [(topic, name) for topic in OPTIONAL for name in OPTIONAL[topic]])
def test_optional_fields_may_be_absent(topic, name):
    changes = {
        "stanza-score": {"made": True},
        "split": {"groups": 1},
        "military-flags": {"lent": 0},
        "military-tie-break": {"hands": [], "cuts": []},
        "bid-bracket": {"third": ...},
    }.get(topic, {})
    assert ask(topic, **changes | {name: ...})["reason"]


def places(value, at=""):
    yield at, value
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, inner in children:
        yield from places(inner, f"{at}/{key}")


def replaced(question, at, new):
    if at == "":
        return new
    question = copied(question)
    *path, last = at.split("/")[1:]
    target = question
    for key in path:
        target = target[int(key) if isinstance(target, list) else key]
    target[int(last) if isinstance(target, list) else last] = new
    return question


@pytest.mark.parametrize(
    ("topic", "at"), [(topic, at) for topic, question in QUESTIONS.items() for at, _ in places(question)]
)
def test_a_value_of_the_wrong_type_is_pointed_at(topic, at):
    value = dict(places(QUESTIONS[topic]))[at]
    for wrong in (None, 1.5, [None], {"": None}):
        if type(wrong) is not type(value):
            with pytest.raises(Malformed) as caught:
                answer(topic, replaced(QUESTIONS[topic], at, wrong))
            assert caught.value.pointer == at


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=3)
    | st.sampled_from(["9C", "*", "1.0"])
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
def test_mutilated_questions_are_answered_or_pointed_at(data):
    topic = data.draw(st.sampled_from(list(QUESTIONS)))
    question = QUESTIONS[topic]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.sampled_from([at for at, _ in places(question)]))
        question = replaced(question, at, data.draw(JSON | st.integers(-2, 12)))
        if not isinstance(question, dict):
            break
    try:
        replied = answer(topic, question)
    except Malformed as error:
        replied = {"pointer": error.pointer, "message": error.message}
    if "pointer" in replied:
        assert replied["pointer"] == "" or replied["pointer"].startswith("/")
        assert replied["message"]
    else:
        assert {*ANSWERS[topic], "rule", "reason"} == set(replied)
        json.dumps(replied, allow_nan=False)
