"""Plug-ins: installed packages that add formats, papers and channels, found by their entry points.

Invariants: a plug-in is loaded wholly or the site does not start; it replaces nothing that is there, be it of
the site or of another plug-in.
Terms: entry point (by which an installed package names an object for other programs, in its metadata).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points

from sanctioning.kit.messages.channels import CHANNELS, Channel
from sanctioning.kit.plugins import GROUP, PLUGINS, InstalledPlugin, PluginRefused
from sanctioning.kit.registry import Entry, Registry
from tournaments.formats.display.registry import PAPERS, FormatPaper
from tournaments.formats.format import Format
from tournaments.formats.registry import FORMATS


@dataclass(frozen=True, slots=True, kw_only=True)
class Plugin:
    """All that a package adds: formats, papers by the slug of their format, channels for messages."""

    title: str
    formats: Sequence[Format] = ()
    papers: Mapping[str, Sequence[FormatPaper]] = field(default_factory=dict)
    channels: Sequence[Channel] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPlugin:
    """A plug-in with the entry point that named it."""

    name: str
    package: str
    version: str
    plugin: Plugin

    def add_formats(self) -> None:
        for played in self.plugin.formats:
            self._register(FORMATS, played.slug, played)

    def add_the_rest(self) -> None:
        """What may be about a format, once all formats and their papers are there."""
        for slug, papers in self.plugin.papers.items():
            if slug not in FORMATS:
                raise self._refused(f"it has papers of “{slug}”, and no format has that name")
            for paper in papers:
                self._register(PAPERS, f"{slug}/{paper.name}", paper)
        for channel in self.plugin.channels:
            self._register(CHANNELS, channel.slug, channel)
        self._register(PLUGINS, self.name, self._as_installed())

    def _register(self, registry: Registry[Entry], name: str, entry: Entry) -> None:
        try:
            registry.register(name, entry)
        except ValueError as clash:
            raise self._refused(str(clash)) from clash

    def _as_installed(self) -> InstalledPlugin:
        titles = [str(played.title) for played in self.plugin.formats]
        titles += [str(paper.title) for papers in self.plugin.papers.values() for paper in papers]
        titles += [str(channel.title) for channel in self.plugin.channels]
        return InstalledPlugin(
            name=self.name,
            title=self.plugin.title,
            package=self.package,
            version=self.version,
            adds=tuple(titles),
        )

    def _refused(self, why: str) -> PluginRefused:
        return refused(self.name, self.package, why)


def find() -> list[FoundPlugin]:
    """Load what installed packages name, in the order of the names.

    Raises:
        PluginRefused: one cannot be imported, is no plug-in, or has the name of another.
    """
    return list(_found(sorted(entry_points(group=GROUP), key=lambda point: point.name)))


def _found(points: Sequence[EntryPoint]) -> Iterator[FoundPlugin]:
    names = set[str]()
    for point in points:
        package, version = (point.dist.name, point.dist.version) if point.dist else (point.value, "")
        if point.name in names:
            raise refused(point.name, package, "another plug-in has this name")
        names.add(point.name)
        try:
            plugin = point.load()
        except Exception as failure:  # whatever is wrong with somebody else's package
            raise refused(point.name, package, f"{type(failure).__name__}: {failure}") from failure
        if not isinstance(plugin, Plugin):
            raise refused(point.name, package, f"{point.value} is no Plugin")
        yield FoundPlugin(name=point.name, package=package, version=version, plugin=plugin)


def refused(name: str, package: str, why: str) -> PluginRefused:
    return PluginRefused(
        f"The plug-in “{name}” of the package {package} cannot be loaded: {why}.",
        f"Install a version that fits, or remove it: pip uninstall {package}",
    )
