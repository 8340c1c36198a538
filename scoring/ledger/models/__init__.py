"""What is kept of the ledger."""
