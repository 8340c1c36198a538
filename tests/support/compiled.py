"""Named as a plugin of pytest it has the suite run on the compiled engine, which `deploy.engine` makes."""

from __future__ import annotations

from config.compiled_engine import compiled_engine, prefer_compiled

assert compiled_engine().is_dir(), "The engine of these sources is not compiled: python -m deploy.engine"
prefer_compiled()
