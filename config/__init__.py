"""Settings, addresses and the Celery application: what ties the floors into one site."""
