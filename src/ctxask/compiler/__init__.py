"""Compiles an intent and its slots into a frozen plan, or a lesson."""
