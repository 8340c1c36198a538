"""What is kept of entries."""
