"""The page on the archive: `python -m deploy.archive` writes its tables and columns off the models."""

from __future__ import annotations

import os

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()

    from scoring.archive.description import DESCRIPTION, page

    DESCRIPTION.write_text(page())
