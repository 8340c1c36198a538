"""Pages of degrees."""
