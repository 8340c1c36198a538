"""Tables in play for programs."""
