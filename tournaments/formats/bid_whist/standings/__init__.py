"""How the teams of Bid Whist stand, and what decided between equals."""
