"""Run the suite on the compiled engine: `deploy/test -p tests.support.compiled`, after `python -m deploy.engine`."""

from __future__ import annotations

from config.compiled_engine import compiled_engine, prefer_compiled

assert compiled_engine().is_dir(), "The engine of these sources is not compiled: python -m deploy.engine"
prefer_compiled()
