"""What is read of fees."""
