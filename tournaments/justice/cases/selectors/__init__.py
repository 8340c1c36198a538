"""What is read of Letters and disciplinary cases."""
