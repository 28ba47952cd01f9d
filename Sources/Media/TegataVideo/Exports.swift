// Frames, cameras and errors are part of what this module offers.
@_exported import TegataCapture
