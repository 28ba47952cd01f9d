// What the original brings with it, so that code with this one import finds Foundation, images and buffers.
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
@_exported import UIKit
