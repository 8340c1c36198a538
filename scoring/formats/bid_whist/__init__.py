"""Bid Whist in the books: scoresheets of a round, the wall, the rules of the table."""
