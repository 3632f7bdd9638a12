"""Labs: Python scripts under ``docs/labs`` that are run at build and read as pages."""
