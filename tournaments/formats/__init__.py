"""Formats: one package a game, which registers itself as what the site can run.

Invariants: nothing outside a format asks which game it has; what it prints and shows is registered, and is
the same for the same facts.
"""
