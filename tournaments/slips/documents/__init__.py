"""Papers of slips."""
