"""``make chapter``: lay out a chapter that builds, measures and passes every check at once."""
