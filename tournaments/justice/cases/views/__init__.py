"""Pages of Letters and disciplinary cases."""
