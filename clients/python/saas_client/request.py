"""What an operation of the API sends, and how its answer is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import httpx

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request(Generic[T]):
    """`sends` are arguments of `httpx.Client.request`."""

    sends: Mapping[str, Any]
    read: Callable[[httpx.Response], T]
