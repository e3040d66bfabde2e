"""The catalog: its records, its reader and its checks."""
