"""What is read of entries."""
