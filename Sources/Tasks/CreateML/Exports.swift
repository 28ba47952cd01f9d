// Create ML re-exports these modules.
@_exported import Combine
@_exported import CoreML
@_exported import Foundation
