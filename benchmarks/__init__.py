"""What Croupier's speed is, measured: `python -m benchmarks` runs everything, `python -m benchmarks quarto` one module.

A module here has a `main()` that measures and prints one table. Times are CPU time, the best of several rounds in which
the things compared take turns; compiling is left out. Figures of different machines compare as ratios only.
"""
