"""What the tests need beyond Python packages: a browser, and a checker for JavaScript."""
