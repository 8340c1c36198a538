"""Work after the request: asked for in a transaction, carried out by a worker, each exactly once.

The job table is the truth; Celery carries out, the broker only wakes it."""
