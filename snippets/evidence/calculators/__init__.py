"""Calculators: the formulas of the guide with a reader's own numbers in them."""
