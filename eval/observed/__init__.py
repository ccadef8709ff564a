"""What was called at every call of a package's code while its own tests ran: the truth for call graphs."""
