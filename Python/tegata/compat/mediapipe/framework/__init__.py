"""The parts of results of the older interface."""
