"""Numbers in sequence, taken under a lock: no number twice and none left out."""
