"""What an answer without a use claims: never `proven` of what was called, often of what nothing mentions."""
