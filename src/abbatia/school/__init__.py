"""The school: lessons that teach a title on its own board. A lesson is a file; nothing of it is code."""
