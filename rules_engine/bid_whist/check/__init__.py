"""The check of a record of Bid Whist: every fault is one finding, and a true record has none."""
