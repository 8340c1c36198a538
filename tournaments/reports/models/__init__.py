"""What is kept of reports."""
