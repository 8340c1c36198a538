"""What is read of tables in play."""
