"""Example circuits as files, and the builders that write them."""
