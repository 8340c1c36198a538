"""The check of a reported Whoopie game: everything that the rules settle, stanza by stanza.

A true record has no finding, and one fault gives one finding where it can: after it the check goes on from
what was reported. Scores in the result are what the rules give, whatever was reported.
"""

from collections.abc import Iterator
from typing import Final

from rules_engine.cards import CODES
from rules_engine.draws import repeated as repeated_in_draw
from rules_engine.draws import resolve, untied
from rules_engine.findings import Finding
from rules_engine.justice.votes import MajorityOf
from rules_engine.record_bytes import checked_bytes
from rules_engine.sentences import Card, Several, says
from rules_engine.table_size import FEWEST_PLAYERS, MOST_PLAYERS
from rules_engine.whoopie.check.bidding import bidding_order
from rules_engine.whoopie.check.outcome import settle
from rules_engine.whoopie.check.result import Check, StanzaResult
from rules_engine.whoopie.check.stanzas import StanzaCheck
from rules_engine.whoopie.check.totals import Totals
from rules_engine.whoopie.check.violations import Violations
from rules_engine.whoopie.course import DealCourse, HandCourse
from rules_engine.whoopie.hand_sizes import Hand
from rules_engine.whoopie.reader.game import record_of
from rules_engine.whoopie.record import Record, Stanza

DEALS: Final = "I/First Dealer and subsequent deals"


def check_bytes(data: bytes, majority_of: MajorityOf = "entitled") -> Check:
    """Read and check one record by Articles that count a simple majority so; raises as `checked_bytes`."""
    return checked_bytes(data, record_of, lambda record: check_record(record, majority_of))


def check_record(record: Record, majority_of: MajorityOf = "entitled") -> Check:
    """Check a record that has been read, under Articles that count a simple majority so."""
    findings, drawn = _check_draw(record)
    start: Hand | None = (record.start.cards, record.start.direction) if record.start is not None else None
    hands = HandCourse(start)
    deal = DealCourse(record.first_dealer, drawn, record.seats)
    totals = Totals(record.seats, record.start)
    violations = Violations(record, majority_of)
    results: list[StanzaResult] = []
    took_part: dict[str, None] = {}
    before: tuple[str, ...] = ()
    player_hands = 0 if record.start is None else record.start.player_hands
    seated_count = 0
    for number, stanza in enumerate(record.stanzas, 1):
        seated = stanza.seated
        if seated is not before:
            findings += _leave_and_enter(stanza, totals, before, number)
            for player in seated:
                took_part[player] = None
            if len(seated) != seated_count:
                findings += _check_count(seated, number)
            seated_count = len(seated)
        before = seated
        player_hands += len(seated)
        due_cards = hands.follow(stanza.cards, len(seated))
        if due_cards is not None:
            findings.append(_of_wrong_cards(stanza, due_cards, number))
        due_dealer = deal.follow(stanza.dealer, seated)
        if due_dealer is not None:
            findings.append(_of_wrong_dealer(stanza, due_dealer, number))
        dealer = deal.dealer
        if due_dealer is not None and stanza.bidders == bidding_order(seated, due_dealer):
            dealer = due_dealer
        played = stanza
        if due_cards is not None and _tricks_reported(stanza) == due_cards:
            played = stanza.with_cards(due_cards)
        check = StanzaCheck(played, number, dealer, violations, totals)
        results.append(check.run(stanza.cards))
        if check.findings:
            findings += check.findings
    if not record.stanzas:
        findings += _check_count(record.seats, None)
    outcome = settle(record, list(took_part), totals)
    findings += outcome.findings
    if record.bad_cards:
        findings = _with_bad_cards(record, findings)
    return Check(
        id=record.id,
        findings=tuple(findings),
        stanzas=tuple(results),
        final=outcome.final,
        ranking=tuple(outcome.ranking),
        player_hands=player_hands,
        not_checked=tuple(_not_checked(record) + violations.not_checked + outcome.not_checked),
    )


def _of_wrong_cards(stanza: Stanza, due: int, number: int) -> Finding:
    message = says("%(cards)s cards were dealt to each; %(due)s were due.", cards=stanza.cards, due=due)
    return Finding("cards-per-player", DEALS, message, number)


def _of_wrong_dealer(stanza: Stanza, due: str, number: int) -> Finding:
    message = says("%(player)s dealt; the deal was %(due)s's.", player=stanza.dealer, due=due)
    return Finding("dealer-rotation", DEALS, message, number, None, stanza.dealer)


def _tricks_reported(stanza: Stanza) -> int | None:
    """How many tricks the stanza had by its cards, or else by what each took; None if neither tells."""
    if stanza.tricks is not None:
        return len(stanza.tricks.sizes)
    return None if stanza.taken is None else sum(stanza.taken.values())


def _leave_and_enter(
    stanza: Stanza, totals: Totals, before: tuple[str, ...], number: int
) -> Iterator[Finding]:
    for player in stanza.leaves:
        totals.leave(player, before)
    for join in stanza.joins:
        finding = totals.enter(join, before, number)
        if finding is not None:
            yield finding


def _check_count(seated: tuple[str, ...], number: int | None) -> list[Finding]:
    if FEWEST_PLAYERS <= len(seated) <= MOST_PLAYERS:
        return []
    message = says(
        "%(seated)s are seated; a table has from %(fewest)s to %(most)s players.",
        seated=len(seated),
        fewest=FEWEST_PLAYERS,
        most=MOST_PLAYERS,
    )
    return [Finding("player-count", "I/Players", message, number)]


def _check_draw(record: Record) -> tuple[list[Finding], str | None]:
    """Findings on the opening draw, and whom it makes First Dealer."""
    rule = "I/Scorekeeper and First Dealer"
    if not record.draw or any(card not in CODES for drawn in record.draw for card in drawn.values()):
        return [], None
    findings: list[Finding] = []
    for drawn in record.draw:
        card = repeated_in_draw(list(drawn.values()))
        if card is not None:
            message = says("%(card)s was drawn twice in one round.", card=Card(card))
            findings.append(Finding("card-repeated", rule, message))
    dealt = record.stanzas[0].seated if record.stanzas else record.seats
    missing = [player for player in record.seats if player in dealt and player not in record.draw[0]]
    if missing:
        message = says(
            "The draw has no card of %(players)s, who sat at the table at the first deal.",
            players=", ".join(missing),
        )
        findings.append(Finding("first-dealer-draw", rule, message, player=missing[0]))
        return findings, None
    stray = untied(record.draw)
    if stray is not None:
        drawn_in, player = stray
        message = says(
            "%(player)s drew in round %(round)s of the draw, but was not tied for highest or lowest then.",
            player=player,
            round=drawn_in,
        )
        findings.append(Finding("first-dealer-draw", rule, message, player=player))
    draw = resolve(record.draw)
    if draw.first_dealer != record.first_dealer:
        message = says(
            "The draw makes %(drawn)s First Dealer, not %(player)s.",
            drawn=draw.first_dealer or says("nobody yet"),
            player=record.first_dealer,
        )
        findings.append(Finding("first-dealer-draw", rule, message, player=record.first_dealer))
    if draw.scorekeeper is None or record.scorekeeper not in (None, draw.scorekeeper):
        message = says(
            "The draw makes %(drawn)s scorekeeper, not %(player)s.",
            drawn=draw.scorekeeper or says("nobody yet"),
            player=record.scorekeeper,
        )
        if record.scorekeeper is None:
            message = says("The draw leaves a tie for scorekeeper.")
        findings.append(Finding("scorekeeper-draw", rule, message, player=record.scorekeeper))
    return findings, draw.first_dealer


def _with_bad_cards(record: Record, findings: list[Finding]) -> list[Finding]:
    bad = [
        Finding(
            "card-invalid",
            "I/Deck",
            says("%(card)s is no card.", card=repr(card.text)),
            card.stanza,
            card.trick,
            card.player,
        )
        for card in record.bad_cards
    ]
    return sorted(findings + bad, key=_place)


def _place(finding: Finding) -> int:
    if finding.stanza is not None:
        return finding.stanza
    return 0 if finding.rule in ("I/Scorekeeper and First Dealer", "I/Deck") else 1_000_000_000


def _not_checked(record: Record) -> list[str]:
    """What was not reported and so could not be checked, a sentence for each thing."""
    missing: list[str] = []
    if not record.draw:
        missing.append(says("the draw for scorekeeper and First Dealer"))
    stanzas = record.stanzas
    _add_stanzas(missing, _HANDS, [stanza.hands is None for stanza in stanzas])
    _add_stanzas(missing, _PLAY, [stanza.tricks is None for stanza in stanzas])
    _add_stanzas(
        missing, _TRUMPS, [stanza.defining is None and stanza.tricks is not None for stanza in stanzas]
    )
    _add_stanzas(missing, _TAKEN, [stanza.taken is None for stanza in stanzas])
    _add_stanzas(missing, _TOTALS, [stanza.scores is None for stanza in stanzas])
    if record.final is None:
        missing.append(says("the final scores"))
    return missing


def _add_stanzas(missing: list[str], what: str, absent: list[bool]) -> None:
    if True not in absent:
        return
    if False not in absent:
        missing.append(what)
        return
    numbers = Several([number for number, is_absent in enumerate(absent, 1) if is_absent])
    missing.append(says("%(what)s, in stanza %(stanzas)s", what=what, stanzas=numbers))


# Made once: in a full record none of them is missing, and making a sentence takes longer than looking.
_HANDS: Final = says("who holds which cards")
_PLAY: Final = says("the play of the cards")
_TRUMPS: Final = says("trumps, for want of the Whoopie Defining Card")
_TAKEN: Final = says("the tricks taken")
_TOTALS: Final = says("the running totals")
