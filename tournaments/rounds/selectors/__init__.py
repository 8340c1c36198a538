"""What is read of rounds and draws."""
