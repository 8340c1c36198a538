"""What is read of votes, by who asks for it."""
