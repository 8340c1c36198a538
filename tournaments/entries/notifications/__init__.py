"""Who is told what of entries."""
