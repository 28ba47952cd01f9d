"""MediaPipe's tasks."""
