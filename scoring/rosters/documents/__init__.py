"""Papers of rosters."""
