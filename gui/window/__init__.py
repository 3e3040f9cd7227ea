"""The main window: commands, docks, bars, and how the parts are connected."""
