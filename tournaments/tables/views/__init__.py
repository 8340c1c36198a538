"""Pages of tables in play."""
