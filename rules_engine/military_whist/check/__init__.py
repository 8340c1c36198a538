"""The check of a record of Military Whist: every fault is one finding, and a true record has none."""
