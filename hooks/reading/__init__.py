"""Where in the journey a page stands."""
