"""Practice: an event of one's own with robots, in a database of its own
(`sanctioning.kit.practice_database`)."""
