"""Papers of certificates."""
