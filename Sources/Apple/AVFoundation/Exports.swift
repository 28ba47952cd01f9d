// What the original brings along: client code imports AVFoundation alone for all of it.
@_exported import Combine
@_exported import CoreGraphics
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
@_exported import QuartzCore
