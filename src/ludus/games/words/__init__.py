"""What people see and write, for games where that takes more room than the rules leave: names, pictures, positions."""
