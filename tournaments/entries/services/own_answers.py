"""What somebody does with their own entry, on its page or by a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.offered_places import accept_place
from tournaments.entries.services.promised_fees import promise_fee
from tournaments.entries.services.withdrawals import withdraw

OWN_ANSWERS: Final[Mapping[str, Callable[[Person, Entry], object]]] = {
    "withdraw": lambda by, entry: withdraw(by=by, entry=entry, sure=False),
    "leave": lambda by, entry: withdraw(by=by, entry=entry, sure=True),
    "accept": lambda by, entry: accept_place(by=by, entry=entry),
    "promise": lambda by, entry: promise_fee(by=by, entry=entry),
}
"""To withdraw, also from the table where they sit, to take a place that is offered, to promise the fee."""
