"""What the commands share: arguments that people type, and words they are shown."""
