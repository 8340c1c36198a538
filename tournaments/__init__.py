"""Tournaments: events, entries, teams, games, tables, slips, reports; judging; one package a format."""
