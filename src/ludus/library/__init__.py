"""The library for Python programs: what `import ludus` offers.

saved
  └─► game ─► match ─► track ─► track_kernel ─► kernels/
       │        └─► legal, preview, view ─► picture
       ├─► analyst ─► analysis            opponent, contest, conformance
       └─► record, probe
"""
