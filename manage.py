#!/usr/bin/env python
"""Runs one of the site's commands; `python manage.py help` lists them."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    from config.compiled_engine import prefer_compiled

    prefer_compiled()
    from django.core.management import execute_from_command_line

    from config.call_stack_memory import with_room
    from config.settings.environment import SettingsWrong

    try:
        with_room(execute_from_command_line, sys.argv)
    except SettingsWrong as wrong:
        sys.exit(str(wrong))


if __name__ == "__main__":
    main()
