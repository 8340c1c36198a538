"""Rating Point Certificates and certificates of degree, to be hung on a wall."""

from __future__ import annotations

from dataclasses import dataclass

from sanctioning.kit.press.press import Enclosed, PageSize, Paper, crest_svg, press, render, suit_paths
from sanctioning.kit.wording.day_formats import english_day
from sanctioning.signing.attachment import ATTACHMENT
from scoring.certificates.documents import ornament, words
from scoring.certificates.documents.drawing import (
    GREEN,
    PAPER,
    TRUE_BLUE,
    at,
    crest,
    ground,
    inked,
    qr,
    ruled,
)
from scoring.certificates.documents.facts import (
    TEMPLATES,
    CertificateFacts,
    DegreeCertificateFacts,
    canonical,
)

LANDSCAPE: dict[PageSize, tuple[float, float]] = {"A4": (297.0, 210.0), "Letter": (279.4, 215.9)}


def _device(rank: int, x: float, y: float) -> str:
    """The mark in the rosettes of the two highest degrees: four suits, or the joker's cap."""
    if rank >= 5:
        place = f"translate({x - 3.6} {y - 3.6}) scale(0.072)"
        return f'<path fill="{GREEN}" transform="{place}" d="{suit_paths()["cap"]}"/>'
    spots = (("s", -2.1, -2.1), ("h", 2.1, -2.1), ("c", -2.1, 2.1), ("d", 2.1, 2.1))
    return "".join(
        f'<path fill="{GREEN}" transform="translate({x + dx - 1.7} {y + dy - 1.7}) scale(0.034)" '
        f'd="{suit_paths()[suit]}"/>'
        for suit, dx, dy in spots
    )


def certificate_pdf(facts: CertificateFacts, size: PageSize = "A4") -> bytes:
    """The Rating Point Certificate, one landscape page."""
    return press(certificate_paper(facts, size))


def certificate_paper(facts: CertificateFacts, size: PageSize = "A4") -> Paper:
    width, height = LANDSCAPE[size]
    left, right = 46.0, width - 46.0
    blue = words.tenths(facts.blue_points) if facts.blue_points else ""
    drawing = [
        ruled(width, height, 8, 0.5),
        inked(ornament.frame(width, height, 9, 8.5, 6), 0.14),
        ruled(width, height, 18.5, 0.5),
        ruled(width, height, 19.6, 0.15),
        inked(ornament.rosette(18, 10.6, 22, 6), 0.14, at(left, 43)),
        inked(ornament.rosette(18, 10.6, 22, 6), 0.14, at(right, 43)),
    ]
    if blue:
        drawing.append(inked(ornament.rosette(9.6, 5.7, 18, 5), 0.14, at(right, 72), TRUE_BLUE))
    context: dict[str, object] = {
        "facts": facts,
        "title": f"{facts.card_game} Rating Point Certificate {facts.serial}",
        "description": f"{facts.player_name}, {words.tenths(facts.points)} points",
        "issued_iso": facts.issued_on.isoformat(),
        "width": width,
        "height": height,
        "left_x": left - 20,
        "right_x": right - 20,
        "blue_x": right - 13,
        "place_short": words.place_short(facts.place),
        "points": words.tenths(facts.points),
        "points_word": words.points(facts.points, facts.card_game),
        "blue": blue,
        "name_size": words.name_size(facts.player_name, width - 100, 40),
        "deed": deed(facts),
        "deed_size": words.size_to_fit(deed(facts), width - 64, 14.5),
        "issued": english_day(facts.issued_on),
        "certified": english_day(facts.certified_on),
        "foot": height - 49.5,
        "qr_top": height - 53.5,
        "fine_top": height - 25,
    }
    drawing.append(crest(crest_svg(), width / 2, 39, 31))
    return Paper(
        html=render(TEMPLATES / "certificate.html", context),
        style=TEMPLATES / "certificate.css",
        identifier=facts.serial,
        ground=ground(width, height, "".join(drawing)),
        marks=qr(facts.check_url, sheet=(width, height), top=height - 53.5, side=20.5),
        enclosed=_enclosed(facts),
    )


def _enclosed(facts: CertificateFacts | DegreeCertificateFacts) -> Enclosed:
    return Enclosed(ATTACHMENT, canonical(facts), facts.issued_on, "What this certificate says, for programs")


def deed(facts: CertificateFacts) -> tuple[str, ...]:
    """What the player did, where and when, a line each; where teams play, the event is one game."""
    placing = f"{words.place(facts.place)} place among {words.count(facts.players_counted)} {facts.counted}"
    verb = "shared" if facts.place_shared else "took"
    game = "" if facts.counted == "teams" else f"{facts.game_name} of "
    where = f" at {facts.location}" if facts.location else ""
    return (
        f"{verb} {placing} in {game}the {facts.event_name},",
        f"held by the {facts.club_name}{where} on {english_day(facts.played_on)}",
        f"under sanction {facts.sanction_number} ({facts.level}),",
    )


# How grand the paper of a degree is: width of the border, its strands, a second border, laurels, rosettes.
@dataclass(frozen=True, slots=True)
class Grandeur:
    band: float
    strands: int
    inner_band: float = 0
    leaves: int = 0
    rosettes: bool = False
    rays: bool = False


GRANDEUR = {
    1: Grandeur(4.5, 4),
    2: Grandeur(6.5, 5),
    3: Grandeur(8.0, 6, leaves=9),
    4: Grandeur(8.0, 6, inner_band=3.2, leaves=11, rosettes=True),
    5: Grandeur(8.4, 8, inner_band=3.2, leaves=13, rosettes=True, rays=True),
}


def degree_certificate_pdf(facts: DegreeCertificateFacts, size: PageSize = "A4") -> bytes:
    """The certificate of a degree, one landscape page, grander with the degree."""
    return press(_degree_paper(facts, size))


def _degree_paper(facts: DegreeCertificateFacts, size: PageSize) -> Paper:
    width, height = LANDSCAPE[size]
    grand = GRANDEUR[min(max(facts.degree_rank, 1), 5)]
    inside = 9.5 + grand.band
    drawing = [
        ruled(width, height, 8, 0.5),
        inked(ornament.frame(width, height, 8.8, grand.band, grand.strands), 0.14),
        ruled(width, height, inside, 0.5),
    ]
    if grand.inner_band:
        woven = ornament.frame(width, height, inside + 0.8, grand.inner_band, 4)
        drawing.append(inked(woven, 0.12))
        inside += grand.inner_band + 1.6
        drawing.append(ruled(width, height, inside, 0.3))
    drawing.append(ruled(width, height, inside + 1.2, 0.15))
    reach = 15.5 + (4.5 if grand.rays else 0) + (7.0 if grand.leaves else 0)
    middle = max(inside + 3.5 + reach, 44.0)
    seal = at(width / 2, middle)
    if grand.rays:
        drawing.append(inked(ornament.rosette(20.4, 15.9, 30, 5), 0.12, seal))
    if grand.leaves:
        leaves = ornament.laurel(reach - 3.2, grand.leaves, 5.2)
        drawing.append(
            f'<g fill="{GREEN}" stroke="{PAPER}" stroke-width="0.3" transform="{seal}">{leaves}</g>'
        )
    if grand.rosettes:
        drawing += _rosettes(facts.degree_rank, (52.0, width - 52.0), middle)
    authority_top = middle + reach + 2
    qr_top = height - inside - 31.5
    slack = qr_top - authority_top - 7 - 63
    context: dict[str, object] = {
        "facts": facts,
        "title": f"{facts.degree}, certificate {facts.serial}",
        "description": f"{facts.player_name}, {facts.degree}",
        "issued_iso": facts.issued_on.isoformat(),
        "width": width,
        "height": height,
        "points": words.tenths(facts.points),
        "points_word": words.points(facts.points, facts.card_game),
        "blue": words.tenths(facts.blue_points) if facts.blue_points else "",
        "name_size": words.name_size(facts.player_name, width - 100, 38),
        "degree_size": min(34 + 3 * facts.degree_rank, 46),
        "recorded": english_day(facts.recorded_on),
        "issued": english_day(facts.issued_on),
        "authority_top": authority_top,
        "text_top": authority_top + 6.2 + max(slack, 0) * 0.5,
        "foot": qr_top + 2,
        "qr_top": qr_top,
        "fine_top": height - inside - 5.8,
    }
    drawing.append(crest(crest_svg(), width / 2, middle, 31))
    return Paper(
        html=render(TEMPLATES / "degree.html", context),
        style=TEMPLATES / "certificate.css",
        identifier=facts.serial,
        ground=ground(width, height, "".join(drawing)),
        marks=qr(facts.check_url, sheet=(width, height), top=qr_top, side=17.5),
        enclosed=_enclosed(facts),
    )


def _rosettes(rank: int, places: tuple[float, float], middle: float) -> list[str]:
    rosette = ornament.rosette(16, 8.2, 20, 5)
    return [
        drawn for x in places for drawn in (inked(rosette, 0.13, at(x, middle)), _device(rank, x, middle))
    ]
