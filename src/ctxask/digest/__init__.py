"""Makes the answer from node results: a pure function of rows, budget and cursor."""
