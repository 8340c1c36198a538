"""Teams: entered, invited, seated and withdrawn as a whole; substitutes.

Invariant: each of a team is entered, and the team stays whole."""
