"""``make serve``: a page a moment after its text is saved; nobody waits for a measurement."""
