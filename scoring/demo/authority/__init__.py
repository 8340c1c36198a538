"""The demo's authority: clubs, people, offices, law, applications, the registrar's work."""
