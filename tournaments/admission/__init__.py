"""Admission: who may enter an event and sit down in it; bars, suspensions, rulings and conditions together.

A refusal says which of these is in the way."""
