"""What is read of reports."""
