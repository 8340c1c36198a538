"""What changes Letters and disciplinary cases: a verb a function."""
