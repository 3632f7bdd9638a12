"""Records of other machines: what a reader sees who picks one of them."""
