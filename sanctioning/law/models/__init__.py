"""What is kept of the law."""
