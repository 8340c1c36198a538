"""What templates need beyond Django: drawn cards, days, points, states."""
