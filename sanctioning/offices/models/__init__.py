"""What is kept of offices."""
