// The modules that view models get from SwiftUI. This module declares nothing itself, because Linux has no views.
@_exported import Combine
@_exported import CoreGraphics
@_exported import Foundation
@_exported import Observation
@_exported import UIKit
