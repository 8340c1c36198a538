"""What is read of the ledger."""
