"""Whether the tests that are selected for a change hold those that fail, and how many others."""
