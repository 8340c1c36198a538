"""What the institution tells the floors above."""

from __future__ import annotations

from django.dispatch import Signal

# Sent with `sanction` under its lock, before it is cancelled; a receiver that objects raises a `Refusal`.
sanction_cancelling = Signal()
# Sent with `bar` and `at` in the transaction that imposes it.
bar_imposed = Signal()
# Sent with `kept` and `merged`, both locked, before they become one; who objects raises a `Refusal`.
people_merging = Signal()

# Sent with `people`, each a record that is kept, after a merge or its undoing, with `by`, `at` and `why`.
people_changed = Signal()

# Sent with `club` and `at` under the club's lock, after it was closed; a receiver that objects raises one.
club_closing = Signal()

# Sent with `conflict` and `at` in the transaction of its declaration.
conflict_declared = Signal()
# Sent with `person`, held, before a record is deleted, so that whoever keeps what never came to anything
# lets go of it; `at` is the moment.
person_deleting = Signal()
# Sent with `person`, the closed `accounts` and `at`, after a person was anonymised, in the same transaction.
person_anonymised = Signal()
