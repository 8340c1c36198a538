"""What may be done with an entry, by name, with what is said when it is done; page and API take the same."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from sanctioning.kit.wording.localised import lazily as _lazy
from sanctioning.people.models.person import Person
from tournaments.entries.models.entry import Entry
from tournaments.entries.services.check_in import check_in, settle_entry_fee, undo_check_in
from tournaments.entries.services.entries import mark_absent, restore_entry
from tournaments.entries.services.withdrawals import withdraw

Act = Callable[[Person, Entry, str], Entry]

ENTRY_ACTS: dict[str, tuple[Act, str]] = {
    "withdraw": (lambda by, entry, text: withdraw(by=by, entry=entry, why=text), _lazy("is withdrawn")),
    "leave": (
        lambda by, entry, text: withdraw(by=by, entry=entry, why=text, sure=True),
        _lazy("has left the table and is withdrawn"),
    ),
    "absent": (lambda by, entry, text: mark_absent(by=by, entry=entry), _lazy("is marked as not come")),
    "restore": (
        lambda by, entry, text: restore_entry(by=by, entry=entry, why=text),
        _lazy("is entered again"),
    ),
    "check-in": (lambda by, entry, text: check_in(by=by, entry=entry), _lazy("is present")),
    "check-in-met": (
        lambda by, entry, text: check_in(by=by, entry=entry, requirements_met=True),
        _lazy("meets the requirements and is present"),
    ),
    "undo": (lambda by, entry, text: undo_check_in(by=by, entry=entry), _lazy("is not checked in")),
    "paid": (lambda by, entry, text: settle_entry_fee(by=by, entry=entry, to="paid"), _lazy("has paid")),
    "unpaid": (
        lambda by, entry, text: settle_entry_fee(by=by, entry=entry, to="unpaid"),
        _lazy("has not paid"),
    ),
    "waive": (
        lambda by, entry, text: settle_entry_fee(by=by, entry=entry, to="waived", why=text),
        _lazy("need not pay"),
    ),
}


def words_after(act: str, entry: Entry) -> str:
    """What has become of the entry, as the end of a sentence that begins with the name."""
    if act == "restore" and entry.state == Entry.State.WAITING:
        return _("waits in the queue now: the place was given to the next")
    return str(ENTRY_ACTS[act][1])
