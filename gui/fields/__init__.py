"""Fields for every kind of value that a component can declare: they read what people type and never touch the document."""
