"""What is read of the director's work."""
