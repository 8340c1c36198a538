"""What is read of slips."""
