"""Whist evenings of the demo season, over and under way."""
