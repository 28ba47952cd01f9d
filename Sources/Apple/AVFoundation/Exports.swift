// The modules that Apple's AVFoundation exports: client code imports only AVFoundation for all of them.
@_exported import Combine
@_exported import CoreGraphics
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
@_exported import QuartzCore
