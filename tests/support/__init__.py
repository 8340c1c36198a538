"""What tests of every floor may lean on."""
