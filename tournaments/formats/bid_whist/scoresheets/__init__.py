"""Scoresheets of Bid Whist: due, filled in, signed."""
