"""How a record reaches the page."""
