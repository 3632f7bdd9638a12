"""What chapter 09 measures with: a neighbour on purpose, a way written down, choices."""
