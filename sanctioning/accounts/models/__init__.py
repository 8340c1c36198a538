"""What is kept of accounts."""
