"""What the director of Columbus Whist rules on, and how a sheet stands as ruled."""
