"""What axe finds wrong with a page that is drawn, in the look that it has.

Purpose: most of axe's time goes into the contrast of every text. Those that axe has found good are remembered
by all that the contrast comes from, and not asked about again on the next page or in the next row; also those
that it cannot judge because their ground is a picture or a gradient.
Terms: ground (what is painted behind a text: the colours from the first opaque one upwards).
Invariant: only what axe itself has said is remembered; a text that may lie on something other than its own
ancestors is asked about every time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
SCRIPT = Axe().axe_script
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
# It fetches styles and sounds once more for rules that are not among these, or of which the site has none.
AXE_OPTIONS = {"runOnly": TAGS, "resultTypes": ["violations"], "preload": False}
EVERYTHING_ELSE = {**AXE_OPTIONS, "rules": {rule: {"enabled": False} for rule in COLOURS}}
COLOURS_ONLY = {
    "runOnly": {"type": "rule", "values": COLOURS},
    "resultTypes": ["violations", "passes", "incomplete"],
    "elementRef": True,
    "preload": False,
}
LOOK = """async ([known, options, colours]) => {
    const found = options ? (await axe.run(options)).violations : [];
    const grounds = new Map();
    const ground = element => {
        if (!element) return { paint: "", fade: "", loose: false };
        if (grounds.has(element)) return grounds.get(element);
        const under = ground(element.parentElement), style = getComputedStyle(element);
        const colour = style.backgroundColor, image = style.backgroundImage;
        const opaque = image === "none" && !colour.includes("/") && !colour.startsWith("rgba(");
        const stays = style.float === "none" && ["static", "relative"].includes(style.position);
        const own = {
            paint: opaque ? colour : `${under.paint} ${colour} ${image}`,
            fade: `${under.fade} ${style.opacity} ${style.filter} ${style.mixBlendMode}`
                .replace(" 1 none normal", ""),
            loose: !opaque && (under.loose || !stays),
        };
        grounds.set(element, own);
        return own;
    };
    const type = element => {
        const style = getComputedStyle(element);
        return [
            style.color, style.font, style.textShadow, style.webkitTextStroke, style.textDecoration,
            style.border, style.outline, style.backgroundColor, style.backgroundImage,
        ].join(" ");
    };
    const block = link => {
        let around = link.parentElement;
        while (getComputedStyle(around).display.startsWith("inline")) around = around.parentElement;
        return around;
    };
    const isAside = element => {
        const box = element.getBoundingClientRect();
        return box.right + scrollX <= 0 || box.bottom + scrollY <= 0 ||
            getComputedStyle(element).clipPath === "inset(50%)";
    };
    const speaks = element =>
        ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName) ||
        [...element.childNodes].some(node => node.nodeType === 3 && node.nodeValue.trim());
    const kept = { "color-contrast": new Set(known[0]), "link-in-text-block": new Set(known[1]) };
    const looks = { "color-contrast": new Map(), "link-in-text-block": new Map() };
    const first = new Map(), others = new Map();
    const ask = (rule, element, look, loose) => {
        looks[rule].set(element, loose ? "" : look);
        if (kept[rule].has(look) && !loose) return;
        const key = loose ? element : rule + look;
        if (!first.has(key)) first.set(key, element);
        else others.set(key, [...(others.get(key) || []), element]);
    };
    for (const element of document.body.querySelectorAll("*")) {
        if (!speaks(element) && element.tagName !== "A") continue;
        if (!element.checkVisibility({ visibilityProperty: true }) || isAside(element)) continue;
        const { paint, fade, loose } = ground(element), look = `${paint} ${fade} ${type(element)}`;
        ask("color-contrast", element, look, loose);
        if (element.tagName !== "A" || !getComputedStyle(element).display.startsWith("inline")) continue;
        const around = block(element), words = text => text.replace(/\\s/g, "").length;
        const linked = [...around.querySelectorAll("a")].reduce((sum, a) => sum + words(a.textContent), 0);
        if (words(around.textContent) > linked)
            ask(
                "link-in-text-block", element,
                `${look} ${type(element.parentElement)} ${type(around)}`, loose,
            );
    }
    const onPicture = node => ["bgGradient", "bgImage"].includes(node.any[0]?.data?.messageKey);
    const passed = { "color-contrast": new Set(), "link-in-text-block": new Set() };
    const run = async elements => {
        if (!elements.length) return;
        const told = await axe.run([...new Set(elements)], colours);
        found.push(...told.violations);
        const remember = rule => node => passed[rule.id].add(looks[rule.id].get(node.element));
        for (const rule of told.passes) rule.nodes.forEach(remember(rule));
        for (const rule of told.incomplete) rule.nodes.filter(onPicture).forEach(remember(rule));
        for (const rule of told.violations) rule.nodes.forEach(node => delete node.element);
    };
    await run([...first.values()]);
    // Those like one that axe did not pass: it may be disabled, or covered.
    const good = Object.entries(passed).flatMap(([rule, some]) => [...some].map(look => rule + look));
    await run([...others].filter(([key]) => !good.includes(key)).flatMap(([, elements]) => elements));
    return [found, ...Object.values(passed).map(some => [...some].filter(Boolean))];
}"""


@dataclass
class GoodColours:
    """What axe has found good so far, for each rule of colours."""

    looks: tuple[set[str], ...] = field(default_factory=lambda: tuple(set() for _ in COLOURS))

    def violations(self, page: Page, *, colours_alone: bool = False) -> list[dict[str, Any]]:
        """What is wrong with the page as it is drawn now; axe is in it already."""
        options = None if colours_alone else EVERYTHING_ELSE
        known = [sorted(looks) for looks in self.looks]
        violations, *passed = page.evaluate(LOOK, [known, options, COLOURS_ONLY])
        for looks, more in zip(self.looks, passed, strict=True):
            looks.update(more)
        return list(violations)
