"""The main window: commands, docks, bars, and the connections between them."""
