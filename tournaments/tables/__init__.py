"""A table while it is played: seats, stanzas, sheets, splits, the pad, scoresheets on paper.

Invariants: a stanza is a version, never written over; sent twice it counts once."""
