"""What is read of degrees."""
