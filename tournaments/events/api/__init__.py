"""Events for programs."""
