"""Accelerators: what one says of itself, a clock on it, and work of known size for it."""
