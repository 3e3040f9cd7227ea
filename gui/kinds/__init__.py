"""The kinds of components for users: groups, search, custom kinds, names of domains."""
