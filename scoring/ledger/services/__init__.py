"""What changes the ledger: a verb a function."""
