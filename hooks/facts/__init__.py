"""Facts: in a sentence, among the sources of a page, and on a page of their own."""
