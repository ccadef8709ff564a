"""Three ways to answer the same questions, judged by intent: grep and reading, single operators, `ctx ask`."""
