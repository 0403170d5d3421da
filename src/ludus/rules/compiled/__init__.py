"""Compiled rules: everything in this package that knows Numba.

loader.py         a game's rules, completed with the defaults, and the kernels over them
compiler.py       one source compiled in its cache folder
cache.py          the folders on disk: opened, kept in use, pruned
cache_key.py      what the machine code depends on, as a hash
explanation.py    the compiler's complaints, in the author's words
intrinsics.py     single machine instructions
kernels/          loops over any game's rules
"""
