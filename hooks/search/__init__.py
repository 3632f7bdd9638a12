"""What the site's search finds: read from finished pages, cut into words that Korean needs."""
