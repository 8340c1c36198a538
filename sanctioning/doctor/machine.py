"""Checks of the machine and of what is kept on it: disk, keys, backup, press, addresses, words, engine."""

from __future__ import annotations

import datetime as dt
import shutil
import sys
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

from django.conf import settings
from django.http.request import validate_host
from django.utils import timezone

import rules_engine.cards
from sanctioning.doctor.findings import Diagnosis, Patient, fault, warning, well
from sanctioning.doctor.selectors import BACKED_UP, KEPT_ELSEWHERE, REHEARSED, last_noted
from sanctioning.kit.clock import today
from sanctioning.kit.installation.checks import words_are_compiled
from sanctioning.kit.installation.commands import command_line
from sanctioning.kit.installation.selectors import authority, phones_reach_it
from sanctioning.kit.plugins import MISSED, PLUGINS, InstalledPlugin, PluginRefused
from sanctioning.kit.press.press import SHARED, Paper, press
from sanctioning.kit.refusals import Refusal
from sanctioning.kit.wording.localised import day, filled, tenths, whole
from sanctioning.kit.wording.localised import lazily as _
from sanctioning.signing.models import SigningKey
from sanctioning.signing.services import secret_of

GIGABYTE: Final = 10**9
ENOUGH: Final = 2 * GIGABYTE
TOO_LITTLE: Final = GIGABYTE // 5
REDIRECTS: Final = range(300, 400)
SECONDS_TO_ANSWER: Final = 5
BACKUP_IS_OLD: Final = dt.timedelta(days=31)


def free_disk() -> int:
    """Bytes, of the fuller of the two: what the site writes, and papers and uploads."""
    return min(
        shutil.disk_usage(folder).free
        for folder in (settings.VAR_DIR, settings.MEDIA_ROOT)
        if Path(folder).exists()
    )


def disk(patient: Patient, *, enough: int = ENOUGH, too_little: int = TOO_LITTLE) -> Diagnosis:
    about = _("Disk")
    free = free_disk()
    what = filled(
        _("%(gigabytes)s GB are free."), gigabytes=partial(tenths, Decimal(free // (GIGABYTE // 10)) / 10)
    )
    remedy = _("Make room: certificates, uploads and mail are stored there.")
    if free < too_little:
        return fault(about, what, remedy)
    return warning(about, what, remedy) if free < enough else well(about, what)


def keys(patient: Patient) -> Diagnosis:
    about = _("Signing keys")
    key = SigningKey.objects.filter(first_day__lte=today()).order_by("-first_day").first()
    if key is None:
        return warning(about, _("There is none yet."), _("The worker makes one with the first certificate."))
    try:
        secret_of(key)
    except Refusal as refusal:
        return fault(about, refusal.sentence, refusal.remedy)
    if last_noted(KEPT_ELSEWHERE) is None:
        return warning(
            about,
            _("The private keys are only on this machine."),
            _("Copy their folder to a safe place, then say so on the page “How the installation is”."),
        )
    return well(about, _("The key in use can be read, and there is a copy elsewhere."))


def backup(patient: Patient) -> Diagnosis:
    about = _("Backup")
    at = last_noted(*BACKED_UP)
    remedy = filled(
        _(
            "Run %(command)s and keep a copy elsewhere, or say on the page “How the installation is” that "
            "you made a backup."
        ),
        command=command_line("backup FOLDER"),
    )
    if at is None:
        return warning(about, _("None has been seen yet."), remedy)
    what = filled(_("The last one was made on %(day)s."), day=partial(day, at))
    if rehearsed := last_noted(REHEARSED):
        what = filled(
            _("The last one was made on %(day)s; on %(other)s it was tried whether one can be restored."),
            day=partial(day, at),
            other=partial(day, rehearsed),
        )
    return warning(about, what, remedy) if timezone.now() - at > BACKUP_IS_OLD else well(about, what)


def paper(patient: Patient) -> Diagnosis:
    about = _("Fonts and papers")
    page = press(
        Paper(html='<html lang="en"><p>A ♠ K ♥</p></html>', style=SHARED, identifier="a test of the press")
    )
    return well(about, filled(_("A page of %(bytes)s bytes was printed."), bytes=partial(whole, len(page))))


def addresses(patient: Patient) -> Diagnosis:
    about = _("Addresses")
    site = urlsplit(settings.SITE_ADDRESS)
    what = filled(_("Links lead to %(address)s."), address=settings.SITE_ADDRESS)
    if not validate_host(site.hostname or "", settings.ALLOWED_HOSTS):
        return fault(about, what, _("Add that host to SAAS_ALLOWED_HOSTS: it is refused now."))
    if settings.DEBUG:
        return fault(about, _("Errors are shown to everyone."), _("Take SAAS_DEBUG out."))
    if site.scheme != "https" and phones_reach_it():
        return warning(
            about, what, _("Serve the site by https: the camera and the pad without a network need it.")
        )
    return well(about, what)


def reachable(patient: Patient) -> Diagnosis:
    """Whether the address that links carry leads here, through whatever proxies stand before the site."""
    about = _("Reached by its address")
    address = {"address": settings.SITE_ADDRESS}
    try:
        with urlopen(f"{settings.SITE_ADDRESS}/health/", timeout=SECONDS_TO_ANSWER):
            return well(about, filled(_("It answers at %(address)s."), **address))
    except HTTPError as refused:
        what = filled(_("%(address)s answers with %(status)s."), **address, status=refused.code)
        if refused.code in REDIRECTS:
            return fault(
                about,
                what,
                _("It redirects in a circle: let the proxy pass X-Forwarded-Proto (deploy/nginx.conf)."),
            )
        return fault(
            about, what, _("Let the proxy pass the host name on, and read the log of the web server.")
        )
    except OSError as silent:
        what = filled(
            _("%(address)s does not answer from here: %(why)s"),
            **address,
            why=getattr(silent, "reason", silent),
        )
        return warning(
            about,
            what,
            _("Start the web server; then look at the proxy, its certificate and the name server."),
        )


def words(patient: Patient) -> Diagnosis:
    about = _("Languages")
    faults = words_are_compiled(None)
    if faults:
        return warning(about, str(faults[0].msg), str(faults[0].hint))
    return well(about, _("All are compiled."))


def zone(patient: Patient) -> Diagnosis:
    about = _("Time zone")
    return well(about, filled(_("Days follow %(zone)s."), zone=authority().time_zone))


def engine(patient: Patient) -> Diagnosis:
    about = _("Rules engine")
    if (rules_engine.cards.__file__ or "").endswith(".py"):
        return warning(
            about,
            filled(
                _("It runs as plain Python %(version)s, five times slower."),
                version=sys.version.partition(" ")[0],
            ),
            _("Install a C compiler and run deploy/build (or make run) again."),
        )
    return well(about, _("It is compiled."))


def plugins(patient: Patient) -> Diagnosis:
    """Which are installed and what they add; a fault where one cannot be loaded, or records need one that is
    gone."""
    about = _("Plug-ins")
    try:
        installed = list(PLUGINS.values())
        missed = [needed for needs in MISSED.values() for needed in needs()]
    except PluginRefused as refused:
        return fault(about, refused.sentence, refused.remedy)
    if missed:
        return fault(
            about,
            filled(_("No plug-in here brings what this needs: %(missed)s."), missed=", ".join(missed)),
            _("Install the plug-in again; its events cannot be shown without it."),
        )
    if not installed:
        return well(about, _("None is installed."))
    return well(
        about, filled(_("Installed: %(plugins)s."), plugins="; ".join(map(_with_what_it_adds, installed)))
    )


def _with_what_it_adds(plugin: InstalledPlugin) -> str:
    return f"{plugin.title} ({plugin.package} {plugin.version}): {', '.join(plugin.adds)}"
