"""Letters and disciplinary cases for programs."""
