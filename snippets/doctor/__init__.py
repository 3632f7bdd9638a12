"""Whether this machine can measure well, and what to do about what is in the way."""
