"""Entries for programs."""
