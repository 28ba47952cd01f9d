// The pipeline takes images, so importing this module is enough to create views of them.
@_exported import TegataPixels
