"""The whole site under load while one thing after another is taken from it: `make chaos`.

Real processes: a PostgreSQL with a standby, a Redis, two web servers, two workers, a worker for machines of
others, two clocks; pads report stanzas and an office certifies games the whole time, each again until it
is told that it is done. Afterwards everything that was acknowledged must be there once.
"""
