// The pipeline takes images, so this import is enough to make views of them.
@_exported import TegataPixels
