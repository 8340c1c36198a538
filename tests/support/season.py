"""The demo season, played once in a process; its tests share that by `xdist_group`."""

from __future__ import annotations

from scoring.demo.build import build_demo
from tests.support.kept import Kept

demo_season = Kept(build_demo, finished=True)
