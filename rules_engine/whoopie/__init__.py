"""Whoopie, after the official rules of 18 April 1966."""
