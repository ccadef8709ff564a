"""Seeded changes of real packages: one fault beside innocent edits, made mechanically and kept as data."""
