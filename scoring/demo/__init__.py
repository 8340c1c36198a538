"""The demo season: made-up people playing real games, built through the services alone.

Invariants: everything goes through the services; built again it does nothing, and the same seed gives the
same season.
"""
