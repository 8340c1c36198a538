"""Exports on a schedule: a roster, the ledger or entries as a file, for download or by mail.

Invariants: a due export is made once; each file is made with the rights that its owner has then.
"""
