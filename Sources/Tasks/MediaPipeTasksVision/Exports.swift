// MediaPipe re-exports these modules, so code with this one import expects Foundation, images and buffers.
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
@_exported import UIKit

// Types used by the additions to MediaPipe's interface.
@_exported import struct TegataHands.FrameOptions
@_exported import struct TegataHands.GestureDetails
@_exported import struct TegataHands.GestureEvent
@_exported import struct TegataHands.GestureEventOptions
@_exported import struct TegataHands.GestureScore
// MediaPipe's names for a hand's points.
@_exported import enum TegataHands.HandLandmark
@_exported import struct TegataHands.HandRectangle
@_exported import struct TegataHands.HandResult
@_exported import struct TegataHands.PalmDetection
@_exported import struct TegataHands.SmoothingOptions
@_exported import struct TegataHands.StageTimings
@_exported import struct TegataHands.TrackingOptions
@_exported import struct TegataPixels.ColorEncoding
@_exported import enum TegataPixels.PixelFormat
@_exported import struct TegataPixels.RegionOfInterest
