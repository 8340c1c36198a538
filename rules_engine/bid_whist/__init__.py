"""Bid Whist, after the guide of the Cardsharks tournaments."""
