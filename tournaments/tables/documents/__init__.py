"""Papers of tables in play."""
