"""Bid Whist of the Cardsharks: teams of two, rounds of scoresheets, a bracket.

Invariants: the engine computes standings, bracket and points; a slip is one scoresheet, and a second person
signs it.
"""
