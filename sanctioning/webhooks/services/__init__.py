"""What changes webhooks and sends their messages."""
