// What the original brings with it, so that code with this one import finds Foundation, images and buffers.
@_exported import CoreMedia
@_exported import CoreVideo
@_exported import Foundation
@_exported import UIKit

// What the additions to the original take and return.
@_exported import struct TegataHands.FrameOptions
@_exported import struct TegataHands.GestureDetails
@_exported import struct TegataHands.GestureEvent
@_exported import struct TegataHands.GestureEventOptions
@_exported import struct TegataHands.GestureScore
// The names of a hand's points are the original's.
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
