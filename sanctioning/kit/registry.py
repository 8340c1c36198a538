"""Registries: what packages above put in, by name, for the one below that asks for it.

Invariants: a name is registered once; a registry that is read before all entries are in refuses to answer,
since an empty answer would look like “there is none”. What is registered where is listed in `config.wiring`,
which is loaded when one of them is read for the first time; what belongs to a game is registered by the
game's own modules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from typing import Any, ClassVar, TypeVar

Entry = TypeVar("Entry")


class NotWired(RuntimeError):
    """A registry is read before everything is in it: Django was not set up, or the wiring was left out."""


class Registry(Mapping[str, Entry]):
    """Entries of one type by name, in the order in which they came; `what` names them in complaints.

    Whatever reads it raises `NotWired` while it is not complete and nothing completes it. One that
    only plug-ins fill `may_be_empty`.
    """

    every: ClassVar[list[Registry[Any]]] = []
    _wiring: ClassVar[Callable[[], None] | None] = None
    _lock: ClassVar[RLock] = RLock()

    @classmethod
    def wired_by(cls, wiring: Callable[[], None]) -> None:
        """`wiring` registers every entry; it is called when the first registry is read, and once."""
        cls._wiring = wiring

    @classmethod
    def wire(cls) -> None:
        """Have every entry registered now: for processes that serve long, and share memory with others."""
        with cls._lock:
            wiring, cls._wiring = cls._wiring, None
            if wiring is None:
                return
            try:
                wiring()
                for registry in cls.every:
                    registry.complete()
            except BaseException:
                cls._wiring = wiring
                raise

    def __init__(self, what: str, *, may_be_empty: bool = False) -> None:
        self.what = what
        self.may_be_empty = may_be_empty
        self._entries: dict[str, Entry] = {}
        self._complete = False
        Registry.every.append(self)

    def register(self, name: str, entry: Entry) -> Entry:
        """Raises `ValueError` where another entry has the name."""
        if self._entries.setdefault(name, entry) != entry:
            raise ValueError(f"{self.what}: {name!r} is registered twice")
        return entry

    def complete(self) -> None:
        """From now on it may be read. Raises `NotWired` where nobody put anything in."""
        if not self._entries and not self.may_be_empty:
            raise NotWired(f"{self.what}: nothing is registered")
        self._complete = True

    def only(self) -> Entry:
        """The entry of a registry that has one. Raises `NotWired` where there is none, or several."""
        if len(self) != 1:
            raise NotWired(f"{self.what}: {len(self)} are registered, where one answers")
        return next(iter(self.values()))

    def __getitem__(self, name: str) -> Entry:
        return self._readable()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._readable())

    def __len__(self) -> int:
        return len(self._readable())

    def _readable(self) -> Mapping[str, Entry]:
        if not self._complete:
            Registry.wire()
        if not self._complete:
            raise NotWired(f"{self.what}: read before everything is registered")
        return self._entries

    @contextmanager
    def with_one_more(self, name: str, entry: Entry) -> Iterator[Entry]:
        """For a while, as tests need it."""
        self.register(name, entry)
        try:
            yield entry
        finally:
            del self._entries[name]
