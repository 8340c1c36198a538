from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_engine import reading
from rules_engine.reading import Malformed, load_json

PARSERS = [reading._parse_with_json, reading._parse_with_orjson]


@pytest.fixture(params=PARSERS, ids=["json", "orjson"])
def parser(request, monkeypatch):
    monkeypatch.setattr(reading, "_parse", request.param)


def refused(call, *args, **kwargs):
    with pytest.raises(Malformed) as caught:
        call(*args, **kwargs)
    return caught.value.pointer


@pytest.mark.usefixtures("parser")
class TestLoadJson:
    def test_reads_strict_json(self):
        data = b'{"a": [1, -2, 1.5, true, null, "\\u00e9\\ud83c\\udccf"]}'
        assert load_json(data) == {"a": [1, -2, 1.5, True, None, "é🃏"]}

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"   ",
            b"\xef\xbb\xbf{}",
            b"{}".decode().encode("utf-16"),
            b'"\xff"',
            b'"\xed\xa0\x80"',
            b'"\\ud800"',
            b'{"\\udc00": 1}',
            b'"\x01"',
            b"NaN",
            b"[Infinity]",
            b"-Infinity",
            b"1e400",
            b"9" * 400,
            b"9" * 10_000,
            b"{} {}",
            b'{"a": 1,}',
            b"{'a': 1}",
            b"01",
            b"[" * 100_000,
            b'{"a":' * 100_000,
        ],
    )
    def test_refuses_what_is_not(self, data):
        assert refused(load_json, data) == ""

    def test_depth_is_limited(self):
        assert load_json(b"[" * 64 + b"]" * 64)
        assert refused(load_json, b"[" * 100_000 + b"]" * 100_000) == ""
        assert refused(load_json, b'{"a":' * 100_000 + b"1" + b"}" * 100_000) == ""

    def test_size_is_limited(self, monkeypatch):
        monkeypatch.setattr(reading, "MAX_BYTES", 10)
        assert load_json(b'"12345678"') == "12345678"
        assert refused(load_json, b'"123456789"') == ""

    @pytest.mark.parametrize("number", [2**63 - 1, -(2**63), 2**64, 10**30, -(10**30)])
    def test_no_large_integer_gets_through(self, number):
        assert refused(reading.integer, load_json(str(number).encode()), "/x") == "/x"


def with_large_as_float(value):
    if isinstance(value, list):
        return [with_large_as_float(item) for item in value]
    if isinstance(value, dict):
        return {name: with_large_as_float(item) for name, item in value.items()}
    return float(value) if type(value) is int and not -(2**63) <= value < 2**64 else value


@given(st.one_of(st.binary(), st.text(alphabet='{}[]":,019eE+-. \\uDd8truefalsn').map(str.encode)))
@example(b'{"a": "\\ud800"}')
@example(b"[18446744073709551616, -9223372036854775809, 99999999999999999999999]")
def test_both_parsers_agree_and_nothing_else_escapes(data):
    results = []
    for parse in PARSERS:
        try:
            results.append(repr(with_large_as_float(parse(data))))
        except Malformed as error:
            results.append(f"malformed at {error.pointer!r}")
    assert results[0] == results[1]


def test_pointers_are_escaped():
    assert reading.child("", "a/b~c") == "/a~1b~0c"
    assert reading.child("/x", 0) == "/x/0"
    assert refused(reading.fields, {"~/": 1}, "/q", ()) == "/q/~0~1"


def test_fields():
    assert reading.fields({"a": 1, "b": 2}, "", ("a",), ("b", "c")) == {"a": 1, "b": 2}
    assert refused(reading.fields, {"b": 2}, "/q", frozenset({"a"}), ("b",)) == "/q"
    assert refused(reading.fields, {"a": 1, "z": 2}, "/q", ("a",)) == "/q/z"
    for other in ([], "a", None, 1, True):
        assert refused(reading.fields, other, "/q", ()) == "/q"


def test_mapping_refuses_an_empty_name():
    assert reading.mapping({"a": 1}, "") == {"a": 1}
    assert refused(reading.mapping, {"": 1}, "/q") == "/q/"


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, [], {}, 1_000_001, -1_000_001])
def test_integer_refuses(value):
    assert refused(reading.integer, value, "/n") == "/n"


def test_integer_keeps_its_range():
    assert [reading.integer(n, "/n", 2, 4) for n in (2, 3, 4)] == [2, 3, 4]
    assert refused(reading.integer, 1, "/n", 2, 4) == "/n"
    assert refused(reading.integer, 5, "/n", 2, 4) == "/n"
    assert reading.integer(1_000_000, "") == -reading.integer(-1_000_000, "")


@pytest.mark.parametrize("value", ["", None, 1, ["a"]])
def test_text_refuses(value):
    assert refused(reading.text, value, "/t") == "/t"


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_boolean_refuses(value):
    assert refused(reading.boolean, value, "/b") == "/b"


@pytest.mark.parametrize("value", [{}, "ab", None, 0])
def test_items_refuses(value):
    assert refused(reading.items, value, "/i") == "/i"


def test_plain_values_pass():
    assert reading.text("x", "") == "x"
    assert reading.boolean(False, "") is False
    assert reading.items([1], "") == [1]
    assert reading.choice("b", "", ("a", "b")) == "b"


@pytest.mark.parametrize("value", ["c", "", None, 1, ["a"], {"a": 1}])
def test_choice_refuses(value):
    assert refused(reading.choice, value, "/c", ("a", "b")) == "/c"


@pytest.mark.parametrize(
    ("value", "read"), [("0.0", "0.0"), ("12.5", "12.5"), ("123456789.9", "123456789.9")]
)
def test_points(value, read):
    assert reading.points(value, "") == Decimal(read)


@pytest.mark.parametrize(
    "value",
    [
        "12",
        "12.50",
        ".5",
        "1.",
        "-1.0",
        "+1.0",
        "1,5",
        " 1.0",
        "1.0\n",
        "1e1.0",
        "٣.٣",
        1.5,
        1,
        None,
        "1234567890.0",
    ],
)
def test_points_refuses(value):
    assert refused(reading.points, value, "/p") == "/p"
