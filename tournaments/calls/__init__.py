"""Calls of a table for its Acting Executor; announcements to everybody at an event."""
