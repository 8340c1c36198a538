"""The authority: people, accounts, clubs, offices, law, sanctions, fees; and the kit that all layers use."""
