"""Pages of Acting Executors."""
