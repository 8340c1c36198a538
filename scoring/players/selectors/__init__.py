"""What is read of players."""
