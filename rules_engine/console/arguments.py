"""Arguments that commands of several games have."""

import argparse
from collections.abc import Callable, Sequence


def add_mishaps(parser: argparse.ArgumentParser) -> None:
    """How much goes wrong in a random record."""
    parser.add_argument(
        "--mishaps", type=_share, default=0.5, metavar="X", help="from 0, none, to 1, lively; 0.5 by default"
    )


def add_detail(parser: argparse.ArgumentParser, details: Sequence[str], described: str) -> None:
    """How much a random record tells: all of it, the first of the `details`, by default."""
    parser.add_argument("--detail", choices=details, default=details[0], help=described)


def within(least: int, most: int, *, expected: str, beyond: str) -> Callable[[str], tuple[int, int]]:
    """The type of an argument such as "5" or "3..10": its least and its most, which are within these bounds.

    What is neither is refused with what is `expected`, what is `beyond` the bounds with that.
    """

    def read(text: str) -> tuple[int, int]:
        low, _, high = text.partition("..")
        try:
            bounds = int(low), int(high or low)
        except ValueError:
            raise argparse.ArgumentTypeError(expected) from None
        if not least <= bounds[0] <= bounds[1] <= most:
            raise argparse.ArgumentTypeError(beyond)
        return bounds

    return read


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0.0 <= share <= 1.0:
        raise argparse.ArgumentTypeError("a number from 0 to 1")
    return share
