"""What is done with a call of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sanctioning.kit.commands import Command, Commands, words
from sanctioning.kit.wording.localised import lazily as _
from tournaments.calls.models import Call
from tournaments.calls.services.calls import answer_call, withdraw_call


@dataclass(frozen=True, slots=True)
class CallStep:
    note: str = words(4000)


CALL_COMMANDS: Final = Commands[Call, CallStep, Call](
    CallStep,
    {
        "answer": Command(
            lambda by, call, asked: answer_call(by=by, call=call, note=asked.note), _("The call is answered.")
        ),
        "withdraw": Command(
            lambda by, call, asked: withdraw_call(by=by, call=call, note=asked.note),
            _("The call is withdrawn."),
        ),
    },
)
