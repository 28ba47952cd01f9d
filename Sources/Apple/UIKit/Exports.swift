@_exported import Combine
@_exported import CoreGraphics
@_exported import CoreImage
@_exported import ImageIO
@_exported import QuartzCore
