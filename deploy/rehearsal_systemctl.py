"""`systemctl` where no systemd runs: starts and stops the units of `/etc/systemd/system` as they are written.

Purpose: the rehearsal runs the site's own unit files: their user, environment and steps, with every file but
the paths that they name read-only, and no new rights.
"""

from __future__ import annotations

import os
import pwd
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from deploy.environment_file import values_of

UNITS: Final = Path("/etc/systemd/system")
RUN: Final = Path("/run/rehearsal")
SAFE: Final = (
    "mount --make-rprivate / && for kept in {paths}; do mount --bind $kept $kept; done && "
    "mount -t tmpfs tmpfs /tmp && mount -o remount,bind,ro / && cd {folder} && "
    "exec setpriv --reuid {user} --regid {user} --init-groups --no-new-privs -- {command}"
)


def settings_of(name: str) -> dict[str, list[str]]:
    """The lines of a unit by their names, each as often as it stands there."""
    settings: dict[str, list[str]] = {}
    for line in (UNITS / f"{name}.service").read_text().splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            settings.setdefault(key, []).append(value)
    return settings


def command_of(unit: dict[str, list[str]], command: str) -> tuple[list[str], dict[str, str]]:
    """How one step of a unit is run, and with which environment."""
    [user], [folder] = unit["User"], unit["WorkingDirectory"]
    shell = SAFE.format(
        paths=" ".join(unit["ReadWritePaths"]),
        folder=folder,
        user=user,
        command=shlex.join(shlex.split(command)),
    )
    environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}
    environment |= {"HOME": pwd.getpwnam(user).pw_dir, "USER": user}
    for line in unit.get("Environment", []):
        environment |= values_of(line)
    for path in unit["EnvironmentFile"]:
        environment |= values_of(Path(path).read_text())
    return ["unshare", "--mount", "bash", "-euc", shell], environment


def start(name: str) -> None:
    if name == "postgresql":
        cluster("start")
        return
    unit = settings_of(name)
    with Path(f"/var/log/{name}.log").open("ab") as log:
        for step in unit.get("ExecStartPre", []):
            command, environment = command_of(unit, step)
            if subprocess.run(command, env=environment, stdout=log, stderr=log, check=False).returncode:
                sys.exit(f"{name}: {step}\n{Path(log.name).read_text()[-3000:]}")
        command, environment = command_of(unit, unit["ExecStart"][0])
        if unit.get("Type") == ["oneshot"]:
            if subprocess.run(command, env=environment, stdout=log, stderr=log, check=False).returncode:
                sys.exit(f"{name}:\n{Path(log.name).read_text()[-3000:]}")
            return
        process = subprocess.Popen(
            command, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True
        )
    RUN.mkdir(exist_ok=True)
    (RUN / name).write_text(str(process.pid))


def cluster(act: str) -> None:
    """PostgreSQL's one cluster, as its package's unit does it."""
    [version] = [path.parent.name for path in Path("/etc/postgresql").glob("*/main")]
    subprocess.run(["pg_ctlcluster", version, "main", act], check=True)


def stop(name: str) -> None:
    if name == "postgresql":
        cluster("stop")
        return
    path = RUN / name
    if not path.exists():
        return
    group = int(path.read_text())
    os.killpg(group, signal.SIGTERM)
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            break
        time.sleep(0.1)
    else:
        os.killpg(group, signal.SIGKILL)
    path.unlink()


def main() -> None:
    act, *names = [word for word in sys.argv[1:] if not word.startswith("--")]
    if act == "daemon-reload":
        return
    for name in names:
        if name.endswith(".timer"):
            # Time does not pass here; what it would start is there.
            settings_of(name.removesuffix(".timer"))
            continue
        if act in ("stop", "restart"):
            stop(name)
        if act in ("start", "restart", "enable"):
            start(name)


if __name__ == "__main__":
    main()
