"""Triggers by which the database itself refuses what must never happen, and the rights of its roles."""
