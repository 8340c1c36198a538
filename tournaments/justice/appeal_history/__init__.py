"""What was appealed, and what became of it: read alike by rulings, votes, appeals and cases."""
