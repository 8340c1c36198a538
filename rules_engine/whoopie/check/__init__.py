"""The check of a record of Whoopie: every fault is one finding, and a true record has none."""
