"""The engraved work is the same to the last digit on every paper, also on one that is printed again later.

Who draws it otherwise on purpose writes the new sums here.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import pytest

from scoring.certificates.documents.ornament import frame, laurel, rosette, woven_band


@pytest.mark.parametrize(
    ("drawn", "sizes", "digest"),
    [
        (woven_band, (40, 4, 3, 6), "24b4b9ba8a4524d0"),
        (rosette, (9, 3, 5, 3), "5cf2293b9627cdac"),
        (laurel, (10, 7, 5), "4ed14f79fa49c18b"),
        (frame, (60, 40, 3, 4, 3), "d30e778c8293521e"),
    ],
)
def test_it_is_drawn_as_on_papers_that_are_out(
    drawn: Callable[..., str], sizes: tuple[float, ...], digest: str
) -> None:
    assert sha256(drawn(*sizes).encode()).hexdigest()[:16] == digest


def test_a_laurel_has_its_leaves_in_pairs_on_two_branches_open_at_the_top() -> None:
    drawn = laurel(10, 7, 5)
    assert drawn.count("<path") == 4 * 7
    lowest, highest = "rotate(168)", f"rotate({168 - 6 * 142 / 7:.2f})"
    assert drawn.startswith(f'<path transform="{lowest} translate(0 -10.5) rotate(214)"')
    assert highest in drawn
