"""What is read of rosters."""
