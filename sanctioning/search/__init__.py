"""Search of the whole site: each package says what it has that can be found, and by whom.

Invariants: nothing is found by somebody who may not open it, for each kind reads by the same conditions as
its pages; a constant number of queries, however much there is; the nearest are given only where nothing has
what was typed.
Terms: kind (people, clubs, events …), hit (one thing of it, with its page), nearest (spelt like what was
typed, where nothing has it).
"""
