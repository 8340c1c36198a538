"""The schema asked for by several at the same moment, before anybody had it made."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from sanctioning.api_docs.schema import _made, _made_once


def test_several_who_ask_first_are_given_one_schema() -> None:
    _made.cache_clear()
    together = Barrier(4)

    def asked(_number: int) -> object:
        together.wait()
        return _made_once("en-gb", "Asked At Once")

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(asked, range(4))
    assert all(other is first for other in others)
