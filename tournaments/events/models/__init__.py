"""What is kept of events."""
