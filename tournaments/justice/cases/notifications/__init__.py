"""Who is told what of Letters and disciplinary cases."""
