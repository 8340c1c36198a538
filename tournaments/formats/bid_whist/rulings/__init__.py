"""What the director of Bid Whist rules on, and how a sheet stands as ruled."""
