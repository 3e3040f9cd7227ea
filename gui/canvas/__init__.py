"""The drawing: a scene that observes the document, a view that shows it, and the painting of symbols."""
