"""The safe formula language: tokens, parser, tree, dimensions."""
