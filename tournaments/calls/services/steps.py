"""What may be done with a call, by name, with what is said when it is done; page and API take the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from sanctioning.people.models.person import Person
from tournaments.calls.models import Call
from tournaments.calls.services.calls import answer_call, withdraw_call

Act = Callable[[Person, Call, str], Call]

CALL_ACTS: Final[Mapping[str, tuple[Act, str | Promise]]] = {
    "answer": (lambda by, call, text: answer_call(by=by, call=call, note=text), _("The call is answered.")),
    "withdraw": (
        lambda by, call, text: withdraw_call(by=by, call=call, note=text),
        _("The call is withdrawn."),
    ),
}
