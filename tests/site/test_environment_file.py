"""`deploy/manage` reads the file of the services as systemd does, and acts as their user."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.environment_file import values_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("A=one", "one"),
        ("A=The Registrar|1 Street #4, Town; (UK)", "The Registrar|1 Street #4, Town; (UK)"),
        ("A=$HOME `id` $(id) & <x>", "$HOME `id` $(id) & <x>"),
        ("A=  spaced  ", "spaced"),
        ("A=", ""),
        ("A='one \"two\" $3 \\n'", 'one "two" $3 \\n'),
        ('A="one \\"two\\" \\$3 \\x"', 'one "two" $3 \\x'),
        ("A='one'\"two\"three", "onetwothree"),
        ('A=it\'s "so"', 'it\'s "so"'),
        ("A=back\\\\slash\\ ", "back\\slash "),
        ("A=one \\\n  two", "one   two"),
        ("A='one\ntwo'", "one\ntwo"),
        (" A = one", "one"),
        ("A=one\r\nB=two\r\n", "one"),
    ],
)
def test_a_value_is_what_systemd_makes_of_it(written: str, meant: str) -> None:
    assert values_of(f"# A=comment\n;A=comment\nno assignment\n\n{written}\n")["A"] == meant


def test_the_documented_file_is_read_whole() -> None:
    values = values_of((ROOT / "deploy/systemd/saas.env").read_text())
    assert values["DJANGO_SETTINGS_MODULE"] == "config.settings.production"
    assert (values["SAAS_SECRET_KEY"], values["SAAS_VAR"]) == ("", "/srv/saas/var")


def manage(environment: Path, *command: str, user: int | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "deploy/manage", *command],
        env={"PATH": os.environ["PATH"], "SAAS_ENV": str(environment)},
        cwd="/",
        user=user,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def environment_file(tmp_path: Path) -> Path:
    """An environment file as an operator fills it in."""
    kept = tmp_path / "var"
    kept.mkdir()
    path = tmp_path / "saas.env"
    path.write_text(
        "SAAS_SECRET_KEY=0123456789-abcdefghijklmnopq-XYZ-0123456789-ABCDEFG\n"
        "SAAS_ALLOWED_HOSTS=saas.example.org\nSAAS_SITE_ADDRESS=https://saas.example.org\n"
        "SAAS_CONTACT=The Registrar (mornings)|1 Street & Yard #4\n"
        f"SAAS_VAR={kept}\n"
    )
    return path


def test_a_value_with_spaces_needs_no_quotes(environment_file: Path) -> None:
    asked = manage(environment_file, "diffsettings")
    assert asked.returncode == 0, asked.stderr
    assert "CONTACT = 'The Registrar (mornings)|1 Street & Yard #4'" in asked.stdout
    assert "SETTINGS_MODULE = 'config.settings.production'" in asked.stdout


def test_what_is_wrong_with_it_is_said_without_a_traceback(environment_file: Path) -> None:
    environment_file.write_text(
        environment_file.read_text().replace("0123456789", "") + "SAAS_EMAIL_TLS=perhaps\n"
    )
    asked = manage(environment_file, "check")
    assert asked.returncode == 1
    assert asked.stderr.splitlines()[0] == "The site does not start: 2 settings are wrong."
    assert "Traceback" not in asked.stderr


def test_a_line_that_would_not_count_is_named_without_its_value(environment_file: Path) -> None:
    """systemd skips such lines, so the services would start without what the operator wrote."""
    lines = [
        "A='two",
        "lines'",
        "export SAAS_DB_PASSWORD=hidden",
        "SAAS_DEBUG",
        "hidden word=1",
        "# B=",
        "SAAS_VAR=var",
    ]
    environment_file.write_text("\n".join(lines))
    warnings = manage(environment_file, "check").stderr.splitlines()
    assert warnings[0] == f"{environment_file} cannot be used as it is:"
    assert [line.split(":")[0] for line in warnings[1:]] == ["  line 3", "  line 4", "  line 5"]
    assert "“export SAAS_DB_PASSWORD=”: leave out “export”" in warnings[1]
    assert "hidden" not in "".join(warnings)
    environment_file.write_text(lines[-1])
    assert manage(environment_file, "check").stderr.startswith(
        "SAAS_VAR is “var”; write the whole path of the folder"
    )


def test_without_the_file_or_the_folder_it_says_what_to_do(environment_file: Path, tmp_path: Path) -> None:
    assert "Copy deploy/systemd/saas.env there" in manage(tmp_path / "nowhere", "check").stderr
    (tmp_path / "var").rmdir()
    assert "There is no folder" in manage(environment_file, "check").stderr


def test_it_acts_as_whom_the_folder_belongs_to(tmp_path: Path) -> None:
    """Root becomes that user, so that PostgreSQL knows who asks and the services can read what is made;
    anybody else is sent to root."""
    kept = tmp_path
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        shutil.chown(kept, nobody.pw_uid, nobody.pw_gid)
        expected = f"{nobody.pw_uid} {nobody.pw_uid} {nobody.pw_gid} {nobody.pw_dir}"
    else:
        kept = Path("/etc")
        expected = "/etc belongs to root, and so must what this makes. Run this as root."
    answer = (
        "import os, pathlib, sys; from deploy.environment_file import become_owner_of;"
        "told = become_owner_of(pathlib.Path(sys.argv[1]));"
        "print(os.getuid(), os.geteuid(), os.getgid(), told['HOME'])"
    )
    asked = subprocess.run(
        [sys.executable, "-c", answer, str(kept)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (asked.stdout + asked.stderr).strip() == expected
