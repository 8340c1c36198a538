"""What this package adds to the site; its metadata leads here."""

from __future__ import annotations

from config.plugins import Plugin
from saas_high_card.chat import CHAT
from saas_high_card.game import HIGH_CARD
from saas_high_card.score_cards import SCORE_CARDS

PLUGIN = Plugin(
    title="High Card",
    formats=(HIGH_CARD,),
    papers={HIGH_CARD.slug: (SCORE_CARDS,)},
    channels=(CHAT,),
)
