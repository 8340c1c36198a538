"""The hall for programs."""
