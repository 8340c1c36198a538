"""Which currency is proposed to a new authority."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from sanctioning.authority.currencies import currency_of_language, currency_of_zone
from sanctioning.authority.services import describe_before_founding
from sanctioning.kit.installation.models import Installation
from sanctioning.kit.installation.selectors import authority_of, keep
from sanctioning.setting_up.services import new_code


@pytest.mark.parametrize(
    ("zone", "currency"),
    [
        ("Europe/Berlin", "EUR"),
        ("Europe/Zurich", "CHF"),
        ("America/Chicago", "USD"),
        ("US/Central", "USD"),
        ("Asia/Calcutta", "INR"),
        ("Europe/London", "GBP"),
        ("UTC", ""),
        ("Nowhere/Place", ""),
    ],
)
def test_each_zone_has_the_currency_of_its_territory(zone: str, currency: str) -> None:
    assert currency_of_zone(zone) == currency


@pytest.mark.parametrize(
    ("accepted", "currency"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "EUR"),
        ("de-CH", "CHF"),
        ("en-US,en;q=0.5", "USD"),
        ("en", ""),
        ("xx-YY,en-GB", "GBP"),
        ("*", ""),
        ("", ""),
    ],
)
def test_a_language_has_the_currency_of_the_territory_that_it_names(accepted: str, currency: str) -> None:
    assert currency_of_language(accepted) == currency


class TestThePage:
    @pytest.fixture
    def opened(self, db: None, client: Client, settings: Settings) -> Client:
        settings.SET_UP_FIRST = True
        client.post("/set-up/", {"code": new_code()})
        return client

    def proposed(self, client: Client, accepted: str) -> str:
        page = client.get("/set-up/authority/", headers={"Accept-Language": accepted}).content.decode()
        [field] = re.findall(r'<input[^>]*name="currency"[^>]*>', page)
        assert 'value="America/Chicago" data-currency="USD"' in page
        [value] = re.findall(r'value="(\w*)"', field)
        return str(value)

    def test_it_proposes_that_of_the_language_or_the_one_that_is_configured(self, opened: Client) -> None:
        assert self.proposed(opened, "de-CH,de;q=0.9") == "CHF"
        assert self.proposed(opened, "en") == "GBP"

    def test_what_was_decided_stays(self, opened: Client) -> None:
        row = describe_before_founding(name="Arden", short_name="A", currency="USD")
        keep(authority_of(row))
        assert self.proposed(opened, "de-CH") == "USD"


def test_the_file_may_leave_it_out_for_that_of_the_time_zone(
    db: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("a quiet long evening\n"))
    file, output = tmp_path / "found.toml", StringIO()
    file.write_text(
        '[authority]\nname = "Bund"\ntime_zone = "Europe/Vienna"\n'
        '[managing_executor]\ngiven_names = "Ann"\nfamily_name = "Vale"\nemail = "ann@example.org"\n'
    )
    call_command("found", file, stdout=output)
    assert Installation.objects.get().currency == "EUR"
    assert "Its fees are in EUR." in output.getvalue()
