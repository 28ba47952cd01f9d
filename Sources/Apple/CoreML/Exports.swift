// As Core ML's header brings both along.
@_exported import CoreVideo
@_exported import Foundation
