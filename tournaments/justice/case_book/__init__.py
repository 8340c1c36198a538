"""The case book: public rulings without names, guiding marks, how many came to what."""
