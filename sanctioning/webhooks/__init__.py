"""Webhooks: programs are told of what happens by signed requests to an address that somebody named.

Purpose: what is written on the trail is taken up from there, so telling costs the change itself nothing, and
what was rolled back is told to nobody.
Invariants: a message tells of a thing that its reader may see, and names nobody; messages about one thing go
out in order, each until the receiver has taken it; one worker at most sends a message at a time. The receiver
may hear the same twice, under one id.
Terms: webhook (an address with what it is told of), occasion (one entry of the trail, as it is told),
delivery (one message to one webhook), attempt (one request).
"""
