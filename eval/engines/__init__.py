"""What other engines name at the same call sites, and what it costs them."""
