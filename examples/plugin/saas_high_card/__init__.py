"""High Card: an example of a plug-in, with a game, a paper for it and a channel for messages."""
