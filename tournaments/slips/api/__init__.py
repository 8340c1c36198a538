"""Slips for programs."""
