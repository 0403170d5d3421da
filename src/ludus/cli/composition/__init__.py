"""`ludus serve` put together: its options, and the server they describe."""
