"""Judging at and after the table: rulings, votes, appeals, disciplinary cases, canons, the case book."""
