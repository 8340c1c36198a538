"""Who is told what of Acting Executors."""
