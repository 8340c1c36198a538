"""What is read of the institution: for pages, API, PDF and mail."""
