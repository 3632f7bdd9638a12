"""What the guide runs: the experiments, the reference serving system, and the evidence core."""
