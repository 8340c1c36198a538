"""Seasons: an event held again, a row of evenings registered in one form, and the calendar as a poster.

Invariants: all evenings of a form are registered or none is; each is an event like any other from then on.
"""
