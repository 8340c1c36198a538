"""Bid Whist of the Cardsharks: teams of two, rounds of scoresheets, a bracket."""

from tournaments.formats.bid_whist.format import BID_WHIST

__all__ = ["BID_WHIST"]
