// Pictures are what the pipeline takes, so that this import is enough to make views of them.
@_exported import TegataPixels
