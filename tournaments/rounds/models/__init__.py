"""What is kept of rounds and draws."""
