"""Forms of tables in play."""
