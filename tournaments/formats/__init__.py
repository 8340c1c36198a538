"""Formats: one package a game, which registers itself as what the site can run."""
