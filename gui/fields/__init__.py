"""Fields for every type of value that a component can declare: they parse typed input and never change the document."""
