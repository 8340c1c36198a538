"""Whist without kitty and jokers, after the rules of the Columbus Whist Players Society, First Club."""
