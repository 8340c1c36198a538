"""Pages of rounds and draws."""
