"""The kinds of components as people look for them: groups, search, custom kinds, names of domains."""
