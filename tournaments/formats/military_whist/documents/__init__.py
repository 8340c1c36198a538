"""Papers of Military Whist: their facts, their sheets, and the rules that are for people."""
