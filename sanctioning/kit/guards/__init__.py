"""Triggers by which the database itself refuses what must never happen, and the rights of its roles.

Invariants: SQLite and PostgreSQL hold the same guards; installing them again changes nothing.
"""
