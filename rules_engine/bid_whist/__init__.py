"""Bid Whist, after the guide of the Cardsharks tournaments.

Invariants: points are whole numbers that a hand gives to its two teams; every fault of a record is one
finding, and a true record has none. Inventory B-1 and on.
"""
