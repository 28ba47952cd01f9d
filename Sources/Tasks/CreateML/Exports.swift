// What the original brings with it.
@_exported import Combine
@_exported import CoreML
@_exported import Foundation
