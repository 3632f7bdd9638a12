"""What chapter 03 runs: numbers in few bits, their sums, their products, and what those cost."""
