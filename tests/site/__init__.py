"""The site itself: jobs, settings, the two commands."""
