"""Finding people by name, club or any part of their number, as far as whoever asks may see them.

Invariants: a name is compared only where the asker may read it; year of birth and full names of minors are
for those who keep them; a whole number finds anybody, and shows a name only where the asker may read it.
Terms: nearest (whose name is spelt like what was typed, where nobody's is), meant (the one person that a text
names for certain).
"""
