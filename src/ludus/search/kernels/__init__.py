"""The compiled search of any game. Each file is loaded once for every game, next to that game's compiled rules.

negamax.py               the search itself, in numbered steps
quiescence.py            what is searched beyond the last depth, and when to stop
transposition.py         table entries: their layout, how they are probed, stored and replaced, and when they cut off
children.py              the positions after each move: which are the same, and whether one is known well enough
exchange.py              what machines that search the same position tell each other
keys.py                  the hash keys of positions
repetition.py            whether a position has come up before
proof.py                 exact values
principal_variation.py   the line that both sides are expected to play
calibration.py           what one step of a search costs
montecarlo.py            Monte Carlo tree search, for games with hidden or simultaneous moves
"""
