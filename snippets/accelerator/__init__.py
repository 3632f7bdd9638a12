"""What chapter 04 times: products with and without a matrix unit, and a host that asks for them."""
