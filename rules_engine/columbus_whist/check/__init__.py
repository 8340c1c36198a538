"""The check of a record of Columbus Whist: every fault is one finding, and a true record has none."""
