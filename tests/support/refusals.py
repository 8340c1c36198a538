"""What the services refuse, as tests ask for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sanctioning.kit.refusals import Refusal
from tests.cast import MARCH


def refusal_of(act: Callable[..., object], /, *given: Any, **named: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        act(*given, **named)
    return caught.value


def code_of(act: Callable[..., object], /, *given: Any, **named: Any) -> str:
    return refusal_of(act, *given, **named).code


def refused(code: str, act: Callable[..., object], /, **facts: Any) -> Refusal:
    """In March, unless it says when."""
    refusal = refusal_of(act, **{"at": MARCH, **facts})
    assert refusal.code == code, refusal
    return refusal
