"""Military Whist of the Alberta 55 plus: teams of four, one event, counts of flags."""
