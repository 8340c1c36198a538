"""The questions of Military Whist that `decide` answers."""
