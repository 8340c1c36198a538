"""What the environment says is read once, and everything that is wrong with it is said at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from config.settings.environment import Local, Production, SettingsWrong, Told, read

ROOT = Path(__file__).resolve().parents[2]
SECRET = "k" * 30 + "0123456789-abcdefghijklmnopq-XYZ"
NEEDED = {
    "SAAS_SECRET_KEY": SECRET,
    "SAAS_ALLOWED_HOSTS": "saas.example.org",
    "SAAS_SITE_ADDRESS": "https://saas.example.org",
}


@pytest.fixture(autouse=True)
def _nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for way in (Local, Production):
        for name in way.model_fields:
            monkeypatch.delenv(f"SAAS_{name}", raising=False)
    monkeypatch.delenv("SAAS_TEST_DB_NAME", raising=False)


def production(monkeypatch: pytest.MonkeyPatch, **values: str) -> Production:
    for name, value in {**NEEDED, **values}.items():
        monkeypatch.setenv(name, value)
    return read(Production)


def faults(monkeypatch: pytest.MonkeyPatch, **values: str) -> list[str]:
    with pytest.raises(SettingsWrong) as wrong:
        production(monkeypatch, **values)
    return str(wrong.value).splitlines()[1:-1]


@pytest.mark.parametrize("word", ["1", "yes", "Yes", "true", "TRUE", "on", "y", "t"])
def test_every_common_yes_is_one(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    assert production(monkeypatch, SAAS_EMAIL_TLS=word).EMAIL_TLS is True


@pytest.mark.parametrize("word", ["0", "no", "No", "false", "FALSE", "off", "n", "f"])
def test_every_common_no_is_one(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    assert production(monkeypatch, SAAS_SSL_REDIRECT=word).SSL_REDIRECT is False


@pytest.mark.parametrize("word", ["perhaps", "2", "enabled", "ja", "tru"])
def test_what_is_neither_yes_nor_no_is_refused(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    assert faults(monkeypatch, SAAS_EMAIL_TLS=word) == [f"  SAAS_EMAIL_TLS is “{word}”; write yes or no."]


@pytest.mark.parametrize("missing", NEEDED)
def test_what_must_be_told_may_not_be_missing(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    production(monkeypatch)
    monkeypatch.delenv(missing)
    with pytest.raises(SettingsWrong, match=missing):
        read(Production)


def test_all_faults_are_named_at_once_and_no_secret_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = faults(
        monkeypatch,
        SAAS_SECRET_KEY="too short",
        SAAS_ALLOWED_HOSTS=" , ",
        SAAS_SITE_ADDRESS="saas.example.org",
        SAAS_BROKER_URL="saas:hidden@localhost",
        SAAS_EMAIL_TLS="perhaps",
        SAAS_EMAIL_TSL="yes",
        SAAS_PROXIES="two",
        SAAS_DB_PORT="0",
        SAAS_CURRENCY="pounds",
        SAAS_LOG_LEVEL="loud",
    )
    named = [line.split()[0] for line in sentences]
    assert named == [
        "SAAS_ALLOWED_HOSTS",
        "SAAS_BROKER_URL",
        "SAAS_CURRENCY",
        "SAAS_DB_PORT",
        "SAAS_EMAIL_TLS",
        "SAAS_EMAIL_TSL",
        "SAAS_LOG_LEVEL",
        "SAAS_PROXIES",
        "SAAS_SECRET_KEY",
        "SAAS_SITE_ADDRESS",
    ]
    assert "SAAS_EMAIL_TSL is no setting of the site; SAAS_EMAIL_TLS is." in sentences[5]
    assert not any(secret in line for line in sentences for secret in ("too short", "hidden", "None"))


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("BROKER_URL", "redis://:hidden@localhost:63790/0x", "cannot be used: what follows its last /"),
        ("BROKER_URL", "redis://:hidden@localhost:6379a/0", "cannot be used: its port is not a number"),
        ("CACHE_URL", "redis://localhost:70000/1", "cannot be used: its port is not a number"),
        ("CACHE_URL", "redis://localhost:0/1", "cannot be used: its port is not a number"),
        ("BROKER_URL", "unix:///run/redis.sock", "it begins with unix://, and what is understood here is"),
        ("CACHE_URL", "redis+socket:///run/redis.sock", "it begins with redis+socket://, and what"),
        ("CACHE_URL", "localhost:6379", "cannot be used: it does not begin with redis://; the address of a"),
        ("SECRET_KEY", " " * 40, "it has fewer than 32 characters, blanks at its ends not counted; a long"),
        ("SECRET_KEY", f"hidden{' ' * 40}", "it has fewer than 32 characters"),
        ("SECRET_KEY", "hide" * 20, "cannot be used: it repeats the same few characters; a long random"),
        (
            "ALLOWED_HOSTS",
            "saas.example.org,https://www.example.org",
            "is “saas.example.org,https://www.example.org”: “https://www.example.org” is no host name; host",
        ),
        ("ALLOWED_HOSTS", "saas.example.org:443", "“saas.example.org:443” is no host name; host names are"),
        ("SITE_ADDRESS", "https://www.example.org", "SAAS_ALLOWED_HOSTS does not name www.example.org, so"),
        ("SITE_ADDRESS", "http://saas.example.org", "nobody can sign in by http; the address that people"),
        ("SITE_ADDRESS", "https://saas.example.org/saas", "is “https://saas.example.org/saas”; the address"),
        ("VAR", "var", "is “var”: where that is would depend on where a command is started; the whole path"),
        ("SIGNING_KEYS", "./keys", "is “./keys”: where that is would depend on where a command is started"),
        (
            "DB_POOLED",
            "pool.example.org:6432x",
            "is “pool.example.org:6432x”: that is no host with a port",
        ),
        ("DB_POOLED", "postgresql://pool:6432/saas", "that is no host with a port; host and port of a PgB"),
        ("DB_POOLED", "pool.example.org:70000", "is “pool.example.org:70000”; host and port of a PgBouncer"),
        ("DEBUG", "yes", "is “yes”, which changes nothing in production; take it out."),
        ("PORT", "8080", "is “8080”, which changes nothing in production; take it out."),
    ],
)
def test_what_would_only_be_noticed_later_is_refused_at_the_start(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    [fault] = faults(monkeypatch, **{f"SAAS_{name}": value})
    assert fault.startswith(f"  SAAS_{name} ")
    assert sentence in fault
    assert "hid" not in fault


@pytest.mark.parametrize(
    "values",
    [
        {
            "SAAS_BROKER_URL": "redis+socket:///run/redis.sock",
            "SAAS_CACHE_URL": "unix:///run/redis.sock?db=1",
        },
        {"SAAS_BROKER_URL": "rediss://user:word@[::1]:6380", "SAAS_CACHE_URL": "redis://localhost/12"},
        {"SAAS_ALLOWED_HOSTS": ".example.org", "SAAS_SITE_ADDRESS": "https://saas.example.org:8443/"},
        {"SAAS_ALLOWED_HOSTS": "[::1]", "SAAS_SITE_ADDRESS": "https://[::1]/"},
        {"SAAS_ALLOWED_HOSTS": "*"},
        {"SAAS_VAR": "/srv/saas/var", "SAAS_SIGNING_KEYS": "/srv/keys", "SAAS_DEBUG": ""},
    ],
)
def test_what_is_right_is_taken(monkeypatch: pytest.MonkeyPatch, values: dict[str, str]) -> None:
    assert production(monkeypatch, **values)


def test_on_one_machine_a_path_begins_at_the_folder_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAAS_VAR", "another")
    assert read(Local).VAR == ROOT / "another"


@pytest.mark.parametrize("name", NEEDED)
def test_an_empty_value_is_none(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    [sentence] = faults(monkeypatch, **{name: ""})
    assert sentence.startswith(f"  {name} is missing; ")


def test_values_are_taken_as_they_are_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    read_ = production(
        monkeypatch,
        SAAS_ALLOWED_HOSTS="saas.example.org, www.example.org",
        SAAS_SITE_ADDRESS="https://saas.example.org/",
        SAAS_LOG_LEVEL="info",
        SAAS_SIGNING_KEYS="",
    )
    assert read_.ALLOWED_HOSTS == ("saas.example.org", "www.example.org")
    assert (read_.SITE_ADDRESS, read_.LOG_LEVEL) == ("https://saas.example.org", "INFO")
    assert (read_.SIGNING_KEYS, read_.DB_PORT, read_.EMAIL_TLS) == (None, 5432, False)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("pool.example.org", ("pool.example.org", 6432)),
        ("10.0.0.7:6000", ("10.0.0.7", 6000)),
        ("[fd00::7]:6000", ("fd00::7", 6000)),
        ("/run/postgresql:6432", ("/run/postgresql", 6432)),
        ("", None),
    ],
)
def test_the_address_of_a_pooler_is_a_host_and_a_port(
    monkeypatch: pytest.MonkeyPatch, written: str, meant: tuple[str, int] | None
) -> None:
    assert meant == production(monkeypatch, SAAS_DB_POOLED=written).DB_POOLED


def test_the_other_ways_of_running_read_the_same_variables_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAAS_DEBUG", "yes")
    assert read(Local).DEBUG is True
    monkeypatch.setenv("SAAS_PORT", "eight")
    monkeypatch.setenv("SAAS_CURRENCY", "pounds")
    with pytest.raises(SettingsWrong) as wrong:
        read(Local)
    assert [name in str(wrong.value) for name in ("SAAS_PORT", "SAAS_CURRENCY")] == [True, True]


NO_SETTING: Final = re.compile(
    r'os\.environ(\.setdefault\("DJANGO_SETTINGS_MODULE"|\.get\(.PYTEST_X|\["PROMETHEUS_MULTIPROC_DIR"\] = )'
)


def test_settings_read_the_environment_nowhere_else() -> None:
    """What the entrances, a library and the queue of a test process are told by it is no setting."""
    for path in (ROOT / "config").rglob("*.py"):
        others = NO_SETTING.sub("", path.read_text())
        assert path.name == "environment.py" or "os.environ" not in others, path
    assert "SAAS_" not in (ROOT / "config/settings/production.py").read_text()


def test_the_operator_is_told_of_every_variable() -> None:
    page = (ROOT / "docs" / "operator.md").read_text()
    written = page + " ".join(f"`SAAS_EMAIL{ending}`" for ending in re.findall(r"`(_[A-Z]+)`", page))
    for way in (Told, Local, Production):
        for name, field in way.model_fields.items():
            assert f"`SAAS_{name}`" in written, name
            assert field.description, name


PROVIDER = {
    "SAAS_SIGN_IN_ISSUER": "https://login.example.org",
    "SAAS_SIGN_IN_CLIENT": "saas",
    "SAAS_SIGN_IN_SECRET": "hidden",
    "SAAS_SIGN_IN_NAME": "Card Federation",
}


@pytest.mark.parametrize("missing", PROVIDER)
def test_an_identity_provider_is_told_wholly_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    assert production(monkeypatch, **PROVIDER).SIGN_IN_SECRET.get_secret_value() == "hidden"
    sentences = faults(monkeypatch, **{**PROVIDER, missing: ""})
    assert "hidden" not in " ".join(sentences)
    if missing == "SAAS_SIGN_IN_ISSUER":
        assert len(sentences) == 3
        assert all("SAAS_SIGN_IN_ISSUER is missing" in sentence for sentence in sentences)
    else:
        [sentence] = sentences
        assert sentence.startswith(f"  {missing} is missing; ")


def test_a_secret_may_be_a_file_named_for_its_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "SAAS_SECRET_KEY").write_text(f"{SECRET}\n")
    (tmp_path / "SAAS_DB_PASSWORD").write_text("hidden\n")
    (tmp_path / "password-of-something-else").write_text("none of ours\n")
    told = production(monkeypatch, SAAS_SECRET_KEY="", SAAS_SECRETS=str(tmp_path))
    assert told.SECRET_KEY.get_secret_value() == SECRET
    assert told.DB_PASSWORD.get_secret_value() == "hidden"


def test_what_the_environment_says_goes_before_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "SAAS_DB_PASSWORD").write_text("of the file")
    told = production(monkeypatch, SAAS_DB_PASSWORD="of the environment", SAAS_SECRETS=str(tmp_path))
    assert told.DB_PASSWORD.get_secret_value() == "of the environment"


def test_a_folder_of_secrets_that_cannot_be_read_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gone = tmp_path / "gone"
    assert faults(monkeypatch, SAAS_SECRETS=str(gone)) == [
        f"  SAAS_SECRETS is “{gone}”, which cannot be read: No such file or directory."
    ]


def test_a_file_whose_name_is_no_setting_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "SAAS_DB_PASWORD").write_text("hidden")
    [fault] = faults(monkeypatch, SAAS_SECRETS=str(tmp_path))
    assert fault == "  SAAS_DB_PASWORD is no setting of the site; SAAS_DB_PASSWORD is."


@pytest.mark.parametrize("issuer", ["login.example.org", "http://login.example.org", "https://x.org/?a=b"])
def test_an_identity_provider_has_an_https_address(monkeypatch: pytest.MonkeyPatch, issuer: str) -> None:
    [sentence] = faults(monkeypatch, **{**PROVIDER, "SAAS_SIGN_IN_ISSUER": issuer})
    assert sentence.startswith(f"  SAAS_SIGN_IN_ISSUER is “{issuer}”; ")
