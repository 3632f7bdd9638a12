"""Formulas: one expression each, from which its number, its unit and its lines on a page follow."""
