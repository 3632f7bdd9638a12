"""What an experiment is written with: figures, conditions, traces and records."""
