"""Messages to people, written with the change that they tell of; read on the site, sent by mail.

Invariant: one message for each thing and occasion; each mail goes once."""
