"""Makes the image as the Dockerfile says, without a container engine, and runs the site from it.

Purpose: `deploy/rehearse --image`, as root, follows each line of the Dockerfile in folders that begin with
nothing but Debian's smallest system (mmdebstrap), so a library that the image lacks is missed here too;
`deploy.image_trial` then runs what came of it as compose.yaml would.
Invariants: an instruction that is not understood stops it; mounts, processes and files end with it.
"""

from __future__ import annotations

import fnmatch
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from deploy.dockerfile import NotUnderstood, Stage, Step, stages
from deploy.processes import ROOT
from deploy.rehearsal import Failed

IMAGE: Final = Path("/tmp/saas-image")
BASE: Final = "debian:bookworm-slim"
# What a container engine shares with the machine that it builds on: where names and packages are looked up.
CERTIFICATES: Final = "/run/certificates-of-the-builder.crt"
OF_THIS_MACHINE: Final = {
    "/etc/resolv.conf": "/etc/resolv.conf",
    "/etc/hosts": "/etc/hosts",
    "/etc/pip.conf": "/etc/pip.conf",
    "/etc/xdg/pip": "/etc/xdg/pip",
    "/etc/ssl/certs/ca-certificates.crt": CERTIFICATES,
}
WAYS_OUT: Final = ("PIP_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy")
PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# As Debian's own slim images leave these out.
LEFT_OUT: Final = ("doc", "info", "locale", "man")
KEEPING_NO_PACKAGES: Final = """
APT::Keep-Downloaded-Packages "false";
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
"""


def main() -> int:
    """Outside: a view of the files and processes of its own, and this program again inside it."""
    if os.geteuid() != 0:
        print("Run this as root: it mounts the folders of the image.")
        return 1
    if not shutil.which("mmdebstrap"):
        print("This needs mmdebstrap: apt-get install mmdebstrap")
        return 1
    command = ["unshare", "--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child", "--mount-proc"]
    IMAGE.mkdir(exist_ok=True)
    try:
        inside = [sys.executable, "-m", "deploy.image_rehearsal", "inside"]
        return subprocess.run([*command, *inside], cwd=ROOT, check=False).returncode
    finally:
        shutil.rmtree(IMAGE, ignore_errors=True)


def make_image() -> tuple[Path, Stage]:
    """The files of the last stage, and what it says of how to run them."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=60%", "tmpfs", str(IMAGE)], check=True)
    base = IMAGE / "base"
    with timed(f"FROM {BASE}"):
        make_base(base)
    made: dict[str, Path] = {}
    every = stages(ROOT / "Dockerfile")
    for number, stage in enumerate(every):
        if stage.base != BASE:
            raise NotUnderstood(f"FROM {stage.base}")
        made[stage.name] = Builder(over(base, f"stage-{number}"), made).follow(stage)
    return made[every[-1].name], every[-1]


def make_base(folder: Path) -> None:
    excluded = [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in LEFT_OUT]
    said(["mmdebstrap", "--quiet", "--variant=minbase", *excluded, "bookworm", str(folder)])
    (folder / "etc/apt/apt.conf.d/keeping-no-packages").write_text(KEEPING_NO_PACKAGES)


def over(base: Path, name: str) -> Path:
    """A folder that begins as the base and leaves it as it is."""
    layers = {layer: IMAGE / f"{name}-{layer}" for layer in ("upper", "work", "root")}
    for folder in layers.values():
        folder.mkdir()
    options = f"lowerdir={base},upperdir={layers['upper']},workdir={layers['work']}"
    subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, str(layers["root"])], check=True)
    return layers["root"]


class Builder:
    """Follows the steps of one stage in its folder."""

    def __init__(self, root: Path, made: dict[str, Path]) -> None:
        self._root, self._made = root, made
        self._shell: Sequence[str] = ("/bin/sh", "-c")
        self._folder = "/"
        self._environment = {"PATH": PATH, "HOME": "/root"}
        self._lent = {name: value for name, value in os.environ.items() if name.startswith(WAYS_OUT)}
        self._lent |= {"PIP_CERT": CERTIFICATES, "SSL_CERT_FILE": CERTIFICATES}

    def follow(self, stage: Stage) -> Path:
        with machine_lent_to(self._root):
            for step in stage.steps:
                self._take(step)
        return self._root

    def _take(self, step: Step) -> None:
        match step.instruction:
            case "SHELL":
                self._shell = step.words
            case "WORKDIR":
                self._folder = step.argument
                self._at(".").mkdir(parents=True, exist_ok=True)
            case "ENV":
                self._environment |= dict(word.split("=", 1) for word in step.words)
            case "COPY":
                self._copy(step)
            case "RUN":
                with timed(f"RUN {' '.join(step.argument.split())}"):
                    self._run(step.argument)

    def _run(self, script: str) -> None:
        command = ["chroot", str(self._root), "env", "--chdir", self._folder, *self._shell, script]
        said(command, {**self._environment, **self._lent})

    def _at(self, path: str) -> Path:
        return self._root / os.path.normpath(Path(self._folder) / path).lstrip("/")

    def _copy(self, step: Step) -> None:
        *sources, target = step.operands
        stage = step.flags.get("from")
        ignore = None if stage else ignored(ROOT)
        for source in sources:
            path = self._made[stage] / source.lstrip("/") if stage else ROOT / source
            goal = self._at(target)
            if path.is_dir():
                shutil.copytree(path, goal, symlinks=True, dirs_exist_ok=True, ignore=ignore)
            else:
                goal = goal / path.name if target.endswith("/") else goal
                goal.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, goal)


def ignored(context: Path) -> Callable[[str, list[str]], set[str]]:
    """What .dockerignore keeps out of a folder, by the rules that are used there: at the top all but the
    exceptions, and patterns further down."""
    lines = [line for line in (context / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    let_in = {line[1:] for line in lines if line.startswith("!")}
    kept_out = [line.removeprefix("**/") for line in lines if line != "*" and not line.startswith("!")]

    def ignore(folder: str, names: list[str]) -> set[str]:
        inside = Path(folder).relative_to(context)
        return {
            name
            for name in names
            if (inside == Path() and name not in let_in)
            or any(fnmatch.fnmatch(part, rule) for rule in kept_out for part in (name, str(inside / name)))
        }

    return ignore


@contextmanager
def machine_lent_to(root: Path) -> Iterator[None]:
    """The files by which a build reaches packages. They can only be read: what a package does while it is
    installed must not reach this machine."""
    lent = []
    for name, seen_as in OF_THIS_MACHINE.items():
        source, target = Path(name), root / seen_as.lstrip("/")
        if source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.mkdir(exist_ok=True) if source.is_dir() else target.touch()
            subprocess.run(["mount", "--bind", str(source), str(target)], check=True)
            subprocess.run(["mount", "-o", "remount,bind,ro", str(target)], check=True)
            lent.append(target)
    for name in ("proc", "dev"):
        subprocess.run(["mount", "--rbind", f"/{name}", str(root / name)], check=True)
        lent.append(root / name)
    try:
        yield
    finally:
        for target in reversed(lent):
            subprocess.run(["umount", "--lazy", "--recursive", str(target)], check=True)


def said(
    command: Sequence[str],
    environment: dict[str, str] | None = None,
    *,
    answers: str = "",
    may_fail: bool = False,
) -> str:
    """What a command said, or the failure that it was."""
    done = subprocess.run(
        command,
        env=environment,
        input=answers,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # so that a password is read from the answers, and not at the keyboard
        check=False,
    )
    if done.returncode and not may_fail:
        raise Failed(f"{' '.join(command)}\n\nended with {done.returncode}:\n{done.stdout[-4000:]}")
    return done.stdout


@contextmanager
def timed(what: str) -> Iterator[None]:
    print(f"# {what[:150]}", flush=True)
    begun = time.monotonic()
    yield
    print(f"  done in {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] != ["inside"]:
        sys.exit(main())
    from deploy.image_trial import try_image

    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    try:
        try_image(*make_image())
    except Failed as reason:
        print(f"\n{reason}", flush=True)
        sys.exit(1)
