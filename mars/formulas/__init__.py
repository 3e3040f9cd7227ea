"""The safe formula language: words, parser, tree, dimensions."""
