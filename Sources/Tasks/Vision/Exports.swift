// What the original brings with it, so that code with this one import finds pictures, buffers, times and arrays.
@_exported import Combine
@_exported import CoreGraphics
@_exported import CoreImage
@_exported import CoreML
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
@_exported import ImageIO
@_exported import simd
