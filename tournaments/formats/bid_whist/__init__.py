"""Bid Whist of the Cardsharks: teams of two, rounds of scoresheets, a bracket."""
