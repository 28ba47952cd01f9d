"""The older interface."""
