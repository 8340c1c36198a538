"""What is read of the law."""
