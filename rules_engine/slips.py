"""What looks like several faults of a record and is one slip of a pen."""

from collections.abc import Mapping


def exchanged(noted: Mapping[int, object], due: Mapping[int, object]) -> bool:
    """Whether two keys, and no more, have each what is due to the other."""
    if len(noted) != 2:
        return False
    one, other = noted
    return noted[one] == due[other] and noted[other] == due[one]
