"""Where a question in plain words is answered: messages of real commits, and the definitions that they changed."""
