"""Entries: who asks to play, who is let in, who has come; the door and its till.

Invariants: a person is entered once an event; an event never holds more than it takes."""
