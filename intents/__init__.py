"""Questions as data: one TOML file an intent."""
