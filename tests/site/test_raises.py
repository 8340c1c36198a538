"""The docstrings of public services say what they raise, and the code raises just that."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from deploy.docstrings import Docstring, brought_up_to_date, is_true, list_of, untrue
from deploy.raises import Code, Raised, code

REFUSALS = """
    def refused(code):
        return Refusal(code=code, sentence="", rule="", remedy="")

    def require(allowed):
        if not allowed:
            raise Refusal(code="not-allowed", sentence="", rule="", remedy="")

    def require_words(text, code="words-missing"):
        if not text:
            raise Refusal(code=code, sentence="", rule="", remedy="")
"""
TABLES = """
    from kit.refusals import refused

    class Table:
        def take_seat(self):
            raise refused("table-full")
"""
SEATS = """
    from club.tables import Table
    from kit.refusals import refused, require, require_words

    def seat(*, by, table):
        require(by)
        _require_open(table)
        table.take_seat()

    def move(*, by, table, why):
        require_words(why)
        seat(by=by, table=table)

    def seat_if_free(*, by, table):
        try:
            seat(by=by, table=table)
        except Refusal:
            return None

    def seat_or_say(*, by, table):
        try:
            seat(by=by, table=table)
        except Refusal:
            raise

    def require_open(table):
        _require_open(table)

    def _require_open(table):
        if not table:
            raise refused("table-closed")
"""
SOURCES = {"kit.refusals": REFUSALS, "club.tables": TABLES, "club.services.seats": SEATS}


def read(sources: dict[str, str]) -> Code:
    return Code({module: ast.parse(dedent(source)) for module, source in sources.items()})


def raised_by(service: str) -> Raised:
    return {function.name: raised for function, raised in read(SOURCES).services()}[service]


def test_every_service_says_what_it_raises() -> None:
    wrong = [
        f"{function.path}: {list_of(raised) or 'nothing'} (it says: {listed_by(function.node) or 'nothing'})"
        for function, raised in untrue(code())
    ]
    assert not wrong, "\n".join(["python -m deploy.docstrings mends these:", *wrong])


def listed_by(node: ast.FunctionDef) -> str:
    return Docstring.read(ast.get_docstring(node) or "").listed


def test_codes_come_from_private_functions_factories_methods_and_other_modules() -> None:
    assert raised_by("seat").codes == {"not-allowed", "table-closed", "table-full"}


def test_what_another_service_raises_is_passed_on() -> None:
    moved = raised_by("move")
    assert moved.codes == {"words-missing"}
    assert moved.passed_on == {"seat": {"not-allowed", "table-closed", "table-full"}}


def test_refusals_that_are_caught_do_not_come_out() -> None:
    assert not raised_by("seat_if_free").all_codes
    assert raised_by("seat_or_say").all_codes == {"not-allowed", "table-closed", "table-full"}


def test_a_function_that_only_refuses_says_so_by_its_name() -> None:
    with pytest.raises(KeyError):
        raised_by("require_open")


@pytest.mark.parametrize(
    ("listed", "true"),
    [
        ("`words-missing`, `not-allowed`, `table-closed`, `table-full`.", True),
        ("`words-missing` and what `seat` raises.", True),
        ("`words-missing`, `table-full` and what `seat` raises.", True),
        ("what `seat` raises.", False),
        ("`words-missing`, `not-allowed`, `table-closed`.", False),
        ("`words-missing`, `no-table` and what `seat` raises.", False),
        ("`words-missing` and what `seat` and `seat_or_say` raise.", False),
        ("", False),
    ],
)
def test_a_list_is_true_if_it_names_every_code_and_no_other(listed: str, true: bool) -> None:
    assert is_true(listed, raised_by("move")) is true


@pytest.mark.parametrize(
    ("docstring", "wrong"),
    [
        ("Move.\n\nRaises:\n    Refusal: `table-closed`, `words-missing`.\n", []),
        ("Move.\n\nRaises:\n    Refusal: `words-missing`. The table is closed.\n", ["move"]),
        ("Move.\n\nRaises:\n    Refusal: `table-closed`, `table-lost`, `words-missing`.\n", ["move"]),
        ("Move.", ["move"]),
    ],
)
def test_a_docstring_that_lacks_a_code_or_names_a_wrong_one_is_listed(
    docstring: str, wrong: list[str]
) -> None:
    service = f"""
def move(*, by, table, why):
    {docstring!r}
    require_words(why)
    if not table:
        raise Refusal(code="table-closed", sentence="", rule="", remedy="")
"""
    sources = {
        "kit.refusals": REFUSALS,
        "club.services": "from kit.refusals import require_words\n" + service,
    }
    assert [function.name for function, _ in untrue(read(sources))] == wrong


def test_a_list_names_another_service_instead_of_many_codes_of_it() -> None:
    few, many = frozenset({"a", "b"}), frozenset({"c", "d", "e", "f"})
    assert list_of(Raised(frozenset({"z"}), {"first": few})) == "`a`, `b`, `z`."
    assert (
        list_of(Raised(frozenset({"z"}), {"first": few, "second": many}))
        == "`a`, `b`, `z` and what `second` raises."
    )
    assert list_of(Raised(frozenset(), {"second": many, "third": many})) == "what `second` raises."
    assert list_of(Raised(frozenset(), {})) == ""


def written(source: str, listed: str) -> str:
    source = dedent(source).lstrip()
    [node] = ast.parse(source).body
    assert isinstance(node, ast.FunctionDef)
    return brought_up_to_date(source, [(node, listed)])


SHORT = '''
    def seat():
        """Seat somebody."""
        return 1
'''
LONG = '''
    def seat():
        """Seat somebody.

        Whoever came first sits first.

        Raises:
            Refusal: `old-code`,
                `older-code`. Somebody else sits there.
            OSError: it cannot be
                written.

        Returns:
            The seat.
        """
        return 1
'''


def test_a_list_is_added_to_a_docstring() -> None:
    assert written(SHORT, "`table-full`.") == dedent('''\
        def seat():
            """Seat somebody.

            Raises:
                Refusal: `table-full`.
            """
            return 1
    ''')


def test_only_the_list_is_replaced() -> None:
    new = written(LONG, "`table-full`.")
    assert new == dedent('''\
        def seat():
            """Seat somebody.

            Whoever came first sits first.

            Raises:
                Refusal: `table-full`. Somebody else sits there.
                OSError: it cannot be written.

            Returns:
                The seat.
            """
            return 1
    ''')
    assert written(new, "`table-full`.") == new


def test_words_without_a_code_stay_behind_the_list() -> None:
    new = written(
        SHORT.replace("body.", "body.\n\n    Raises:\n        Refusal: it is taken.\n    "), "`taken`."
    )
    assert "    Refusal: `taken`. It is taken.\n" in new


def test_a_list_goes_where_nothing_is_raised_any_more() -> None:
    assert written(written(SHORT, "`table-full`."), "") == dedent(SHORT).lstrip()


def test_a_long_list_is_wrapped_at_the_width_of_a_line() -> None:
    listed = ", ".join(f"`code-number-{number}`" for number in range(20)) + "."
    new = written(SHORT, listed)
    assert max(map(len, new.splitlines())) <= 110
    [node] = ast.parse(new).body
    assert isinstance(node, ast.FunctionDef)
    assert listed_by(node) == listed


def test_a_service_without_a_docstring_asks_for_one() -> None:
    with pytest.raises(SystemExit, match="seat has no docstring"):
        written("def seat():\n    return 1\n", "`table-full`.")
