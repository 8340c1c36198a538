"""Where the processes of the web server count their requests (`prometheus_client.multiprocess`)."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

from django.conf import settings


def count_in_all_processes() -> None:
    """Called before the web server forks: its processes count into files of one folder of their own."""
    if not settings.METRICS_TOKEN:
        return
    folder, maker = tempfile.mkdtemp(prefix="saas-metrics-"), os.getpid()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder

    def clear_away() -> None:
        if os.getpid() == maker:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(clear_away)
