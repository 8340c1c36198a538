"""What is read of Acting Executors."""
