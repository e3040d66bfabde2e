"""What readers can search: the sections of the pages, the words that lead to them, and the index made of both."""
