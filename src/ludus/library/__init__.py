"""The library for Python programs: what `import ludus` offers.

saved ─► game ─► match ─► moveentry ─► track ─► track_kernel ─► kernels/
          │        └─► legal, preview, view ─► picture
          ├─► analyst ─► analysis ─► words     opponent, contest, conformance
          └─► record, probe
"""
