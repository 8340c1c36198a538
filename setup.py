"""Builds the wheel of the engine (`pip install .`), with what checks records compiled by mypyc.

What is installed is `rules_engine` alone, described in pyproject.toml; the site runs from its clone. Without
a C compiler or Python's headers, without mypyc, and where the environment has RULES_ENGINE_PURE=1, the wheel
is plain Python, and the build says why. What is compiled is kept in a folder that goes with the build.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup

ENGINE = Path("rules_engine")

BUILDING = {"bdist_wheel", "build", "build_ext"}
"""The other commands only describe the distribution; mypyc would work for nothing."""

NOT_COMPILED = {"commands", "console", "decide", "questions", "random", "replay", "rulings"}
"""Folders of the command line, and of what it answers and makes one at a time: nobody waits for those.
Forms are read off the facts of rulings, which a compiled class does not tell."""

NOT_COMPILED_FILES = {
    "__init__.py",
    "__main__.py",
    "format.py",
    "formats.py",
    "record_format.py",
    "sentences.py",
}
"""What only joins the modules of a game, and kinds of `str`, which mypyc does not compile."""

KEPT_INSIDE = "-fvisibility=hidden"
"""Nobody outside calls the compiled functions by their C names, so the C compiler may put one into another: a
check takes some hundredths fewer instructions."""


def why_plain() -> str:
    """Why nothing can or shall be compiled here; empty if it can."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if os.environ.get("RULES_ENGINE_PURE") == "1":
        return "RULES_ENGINE_PURE is set"
    if shutil.which(compiler) is None:
        return f"there is no C compiler {compiler} (Debian's gcc)"
    if not (Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
        return "there is no Python.h (Debian's python3-dev)"
    if importlib.util.find_spec("mypyc") is None:
        return "there is no mypyc"
    return ""


def modules_to_compile() -> list[str]:
    """The files of the modules that a check of a record goes through."""
    return sorted(
        str(path)
        for path in ENGINE.rglob("*.py")
        if path.name not in NOT_COMPILED_FILES and NOT_COMPILED.isdisjoint(path.parts)
    )


def extensions(folder: str) -> list[Extension]:
    """The compiled modules, their C sources in `folder`; none where the wheel is plain Python."""
    if BUILDING.isdisjoint(sys.argv):
        return []
    reason = why_plain()
    if reason:
        print(f"The engine is not compiled, the wheel is plain Python: {reason}.", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    # Without a configuration file: that of the project asks for the plugins of its site.
    compiled = mypycify(["--config-file=", *modules_to_compile()], target_dir=folder)
    for extension in compiled:
        extension.extra_compile_args.append(KEPT_INSIDE)
    return compiled


with tempfile.TemporaryDirectory() as folder:
    setup(ext_modules=extensions(folder), options={"build": {"build_base": folder}})
