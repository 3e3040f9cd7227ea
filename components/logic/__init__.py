"""Logic blocks: comparisons, gates, switches, relays. A signal above one half is true."""
