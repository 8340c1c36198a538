"""Military Whist, after the rules of Alberta 55 plus."""
