"""What tests of every layer may lean on."""
