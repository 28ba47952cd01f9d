@_exported import Foundation

// What Foundation brings along of Core Foundation on Apple's systems, as far as it is used around pictures.

/// A stand-in for Core Foundation's allocators, so that ``kCFAllocatorDefault`` can be passed where an allocator is
/// asked for. There are no others.
public final class CFAllocator: Sendable {
    private init() {}
}

/// The usual way to allocate.
public let kCFAllocatorDefault: CFAllocator? = nil

/// A stand-in for Core Foundation's dictionaries, whose keys are texts here. It is a Swift dictionary, so that what
/// converts with `as CFDictionary` on Apple's systems does so here.
public typealias CFDictionary = [String: Any]

/// A stand-in for Core Foundation's texts. It is a Swift string, so that keys convert with `as String` as they do on
/// Apple's systems.
public typealias CFString = String

/// A stand-in for Core Foundation's bytes. It is a Swift value, so that `data as CFData` converts.
public typealias CFData = Data

/// A stand-in for Core Foundation's addresses. It is a Swift value, so that `url as CFURL` converts.
public typealias CFURL = URL

/// A stand-in for Core Foundation's truth values. It is Swift's.
public typealias CFBoolean = Bool

/// True, as a value of a dictionary.
public let kCFBooleanTrue: CFBoolean! = true
/// False, as a value of a dictionary.
public let kCFBooleanFalse: CFBoolean! = false

/// Seconds between two times.
public typealias CFTimeInterval = Double

/// Seconds since the beginning of 2001.
public typealias CFAbsoluteTime = CFTimeInterval

/// The time of the system's clock, which is set now and then.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }

/// Four characters in a number, such as a pixel format.
public typealias OSType = UInt32
