"""What readers see: numbers, words and tables of one language."""
