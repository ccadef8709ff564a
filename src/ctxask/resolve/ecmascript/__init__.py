"""Who is meant in JavaScript and TypeScript: what stands before a dot is worked out from declarations and values."""
