"""All formulas of the guide on one page, gathered from their declarations."""
