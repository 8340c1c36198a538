"""Practice: an event of one's own with robots, in a house of its own (`sanctioning.practice`)."""
