"""How often the change at fault is named first, with innocent changes beside it."""
