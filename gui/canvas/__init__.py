"""The drawing: a scene that observes the document, a view on it, and the painting of symbols."""
