"""The arena: two settings of the computer player against each other, on all cores, and what their games prove."""
