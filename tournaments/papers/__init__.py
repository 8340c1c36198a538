"""Papers of tables and events: one way to fill a template and print it."""
