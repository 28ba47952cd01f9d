@_exported import Foundation

/// A stand-in for Core Foundation's allocators, so that ``kCFAllocatorDefault`` can be passed where an allocator is
/// asked for. There are no others.
public final class CFAllocator: Sendable {
    private init() {}
}

/// The usual way to allocate.
public let kCFAllocatorDefault: CFAllocator? = nil

/// A stand-in for Core Foundation's dictionaries.
public typealias CFDictionary = NSDictionary

/// Four characters in a number, such as a pixel format.
public typealias OSType = UInt32
