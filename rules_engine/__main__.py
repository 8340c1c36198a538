"""The engine's command line: `python -m rules_engine check | decide | random | schema | …`.

Ctrl-C ends it with status 130 also while it is still being loaded.
"""

import sys

try:
    from rules_engine.commands.command_line import main
except KeyboardInterrupt:
    sys.exit(130)

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
