"""The messages of the older interface."""
