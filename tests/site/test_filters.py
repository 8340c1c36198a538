"""How pages say what the engine says."""

from __future__ import annotations

from sanctioning.templatetags.saas import law, named


def test_a_number_below_nothing_has_a_true_minus_sign_and_names_keep_their_hyphens() -> None:
    sentence = "W-12 has -1 where W-7 has 3-4 and (-10)."
    assert (
        named(sentence, {"W-12": "Ann-Marie", "W-7": "Bo"}) == "Ann-Marie has −1 where Bo has 3-4 and (−10)."
    )
    assert law(["-4 for a revoke"]) == ["−4 for a revoke"]
