"""Whoopie, after the rules of 18 April 1966: tables of three to ten, stanza by stanza."""
