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
@_exported import struct TegataHands.HandRectangle
@_exported import struct TegataHands.HandResult
@_exported import struct TegataHands.PalmDetection
@_exported import struct TegataHands.SmoothingOptions
@_exported import struct TegataHands.StageTimings
@_exported import struct TegataPixels.ColorEncoding
@_exported import enum TegataPixels.PixelFormat
@_exported import struct TegataPixels.RegionOfInterest
