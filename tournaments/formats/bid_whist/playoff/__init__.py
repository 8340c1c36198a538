"""The playoff of Bid Whist: its bracket, its slips, its course."""
