"""What is done with an entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from sanctioning.kit.commands import Command, Commands, words
from sanctioning.kit.wording.localised import lazily as _
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import (
    check_in,
    check_in_and_pay,
    settle_entry_fee,
    undo_check_in,
    undo_check_in_and_payment,
)
from tournaments.entries.services.offered_places import accept_place, skip_offer
from tournaments.entries.services.restoring import restore_entry
from tournaments.entries.services.withdrawals import not_come, withdraw


@dataclass(frozen=True, slots=True)
class EntryStep:
    text: str = words(300)


def _who(end: str) -> Callable[[Entry], str]:
    """The sentence that begins with the name of whoever is entered, and ends so."""
    return lambda entry: f"{entry.person.name} {end}."


def _restored(entry: Entry) -> str:
    if entry.state == Entry.State.WAITING:
        return _who(gettext("is now on the waiting list: the place went to the next person"))(entry)
    return _who(gettext("is entered again"))(entry)


ENTRY_COMMANDS: Final = Commands[Entry, EntryStep, Entry](
    EntryStep,
    {
        "withdraw": Command(
            lambda by, entry, asked: withdraw(by=by, entry=entry, why=asked.text), _who(_("is withdrawn"))
        ),
        "leave": Command(
            lambda by, entry, asked: withdraw(by=by, entry=entry, why=asked.text, sure=True),
            _who(_("has left the table and is withdrawn")),
        ),
        "accept": Command(
            lambda by, entry, asked: accept_place(by=by, entry=entry), _who(_("has the place"))
        ),
        "skip": Command(
            lambda by, entry, asked: skip_offer(by=by, entry=entry),
            _who(_("is last on the waiting list; the next person is asked")),
        ),
        "absent": Command(
            lambda by, entry, asked: not_come(by=by, entry=entry), _who(_("is marked as absent"))
        ),
        "absent-sure": Command(
            lambda by, entry, asked: not_come(by=by, entry=entry, sure=True), _who(_("is marked as absent"))
        ),
        "restore": Command(
            lambda by, entry, asked: restore_entry(by=by, entry=entry, why=asked.text), _restored
        ),
        "check-in": Command(lambda by, entry, asked: check_in(by=by, entry=entry), _who(_("is present"))),
        "check-in-met": Command(
            lambda by, entry, asked: check_in(by=by, entry=entry, requirements_met=True),
            _who(_("meets the requirements and is present")),
        ),
        "come": Command(
            lambda by, entry, asked: check_in_and_pay(by=by, event=entry.event, entries=[entry])[0],
            _who(_("is present and has paid")),
        ),
        "come-met": Command(
            lambda by, entry, asked: check_in_and_pay(
                by=by, event=entry.event, entries=[entry], requirements_met=True
            )[0],
            _who(_("meets the requirements, is present and has paid")),
        ),
        "take-back": Command(
            lambda by, entry, asked: undo_check_in_and_payment(by=by, entry=entry),
            _who(_("is not checked in")),
        ),
        "undo": Command(
            lambda by, entry, asked: undo_check_in(by=by, entry=entry), _who(_("is not checked in"))
        ),
        "paid": Command(
            lambda by, entry, asked: settle_entry_fee(by=by, entry=entry, to="paid"), _who(_("has paid"))
        ),
        "promised": Command(
            lambda by, entry, asked: settle_entry_fee(by=by, entry=entry, to="promised"),
            _who(_("has promised to pay")),
        ),
        "unpaid": Command(
            lambda by, entry, asked: settle_entry_fee(by=by, entry=entry, to="unpaid"),
            _who(_("has not paid")),
        ),
        "waive": Command(
            lambda by, entry, asked: settle_entry_fee(by=by, entry=entry, to="waived", why=asked.text),
            _who(_("need not pay")),
        ),
    },
)
