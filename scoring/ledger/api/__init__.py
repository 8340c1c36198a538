"""The ledger for programs."""
