"""Settings, addresses and the Celery application: what ties the layers into one site."""
