"""A stanza card by card: what was trump at each moment, who was winning, and why."""
