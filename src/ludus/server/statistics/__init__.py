"""What players have done: ratings, streaks, opponents. All of it follows from the matches that are over."""
