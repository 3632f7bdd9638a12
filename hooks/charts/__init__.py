"""Charts: what a ``figure`` fence asks for, how it is drawn, and how it stands on a page."""
