"""The measurement that a reader takes on their own device: its kernel, its chart, its table."""
