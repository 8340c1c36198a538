"""The questions of Columbus Whist that `decide` answers."""
