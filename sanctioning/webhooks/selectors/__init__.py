"""What is shown of webhooks."""
