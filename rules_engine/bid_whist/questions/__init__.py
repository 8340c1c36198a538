"""The questions of Bid Whist that `decide` answers."""
