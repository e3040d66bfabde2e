"""The terms of GPU memory, one module each: pure formulas in bytes that also trace (macros/expression.py)."""
