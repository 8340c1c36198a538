"""Columbus Whist of the First Club: pairs, six games, sheets that two signatures lock."""
