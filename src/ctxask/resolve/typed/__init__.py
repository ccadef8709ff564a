"""Who is meant in languages that declare their types: what stands before a dot is evaluated, as far as it goes."""
