"""Rulings, votes, Letters and appeals of the demo season."""
