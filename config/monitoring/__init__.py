"""How whoever runs the site learns how it is: probes, metrics, errors.

Invariants: probes and metrics are answered before anything of a request is read, host and scheme included;
nothing here shows a value that somebody typed; what is not asked for costs nothing.
"""
