"""The house itself: jobs, settings, the two commands."""
