"""Arguments that commands of several games have."""

import argparse


def add_mishaps(parser: argparse.ArgumentParser) -> None:
    """How much goes wrong in a random record."""
    parser.add_argument(
        "--mishaps", type=_share, default=0.5, metavar="X", help="from 0, none, to 1, lively; 0.5 by default"
    )


def number_or_range(text: str, expected: str) -> tuple[int, int]:
    """The least and the most that "5", or "3..10", stands for.

    Raises:
        argparse.ArgumentTypeError: with what is expected, where it is neither.
    """
    least, _, most = text.partition("..")
    try:
        return int(least), int(most or least)
    except ValueError:
        raise argparse.ArgumentTypeError(expected) from None


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0.0 <= share <= 1.0:
        raise argparse.ArgumentTypeError("a number from 0 to 1")
    return share
