"""Whist without kitty and jokers, after the rules of the Columbus Whist Players Society, First Club.

Invariants: points are whole numbers, and the pot is split to the cent; every fault of a record is one
finding, and a true record has none. Inventory C-1 and on.
"""
