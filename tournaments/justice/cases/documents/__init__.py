"""Papers of Letters and disciplinary cases."""
