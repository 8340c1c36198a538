"""What the director of Military Whist rules on, and how a sheet stands as ruled."""
