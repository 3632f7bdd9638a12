"""What the figures were before: every committed record, a line each, kept beside the records."""
