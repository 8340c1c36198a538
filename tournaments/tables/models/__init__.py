"""What is kept of tables in play."""
