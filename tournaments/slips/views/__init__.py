"""Pages of slips."""
