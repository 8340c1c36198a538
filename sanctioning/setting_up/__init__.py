"""Setting up: from an empty installation to its Managing Executor, law and first club; closed after."""
