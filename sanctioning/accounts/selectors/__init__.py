"""What is read of accounts."""
