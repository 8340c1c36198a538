"""Streams: a page is told at once that something it shows has changed, and asks for it as its reader may.

Invariants: a stream says only that something changed, never what; nothing is asked or sent while nothing
happens but a sign of life; whoever was cut off is told to ask, unless it is certain that they missed nothing.
This package runs as a process of its own without Django's apps (`config.streams`): it imports no model.
"""
