@_exported import Foundation

// The parts of Core Foundation that Foundation exports on Apple's systems, as far as image code uses them.

/// An allocator, so that code can pass ``kCFAllocatorDefault``. There are no other allocators.
public final class CFAllocator: Sendable {
    private init() {}
}

/// The default allocator.
public let kCFAllocatorDefault: CFAllocator? = nil

/// A dictionary with string keys. It is a Swift dictionary, so that values that convert with `as CFDictionary` on
/// Apple's systems also convert on Linux.
public typealias CFDictionary = [String: Any]

/// A Swift string, so that keys convert with `as String` as on Apple's systems.
public typealias CFString = String

/// Bytes, as a Swift value, so that `data as CFData` converts.
public typealias CFData = Data

/// A URL, as a Swift value, so that `url as CFURL` converts.
public typealias CFURL = URL

/// A truth value, which is Swift's `Bool`.
public typealias CFBoolean = Bool

/// True, as a value in a dictionary.
public let kCFBooleanTrue: CFBoolean! = true
/// False, as a value in a dictionary.
public let kCFBooleanFalse: CFBoolean! = false

/// A duration in seconds.
public typealias CFTimeInterval = Double

/// A time in seconds since the beginning of 2001.
public typealias CFAbsoluteTime = CFTimeInterval

/// Returns the system clock's time, which may be adjusted at any moment.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

/// A four-character code, such as a pixel format.
public typealias OSType = UInt32
