"""Who plays here: accounts, guests, passwords, tokens, and what only an administrator may do."""
