"""Backups: the database, every stored file and, where wanted, the keys, of one moment, and back.

Invariants: a backup is in its folder wholly or not at all; files are copied once, however many backups have
them; nothing is restored over anything; what was restored is compared with what was saved.
"""
