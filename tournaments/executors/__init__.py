"""Acting Executors: who may rule where, who is proposed, who is appointed.

Invariant: whoever plays in a game or has a conflict with it does not rule it."""
