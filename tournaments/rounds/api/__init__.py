"""Rounds and draws for programs."""
