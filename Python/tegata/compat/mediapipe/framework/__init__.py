"""What results of the older interface are made of."""
