"""What is read of certificates."""
