// What arguments point at, as this level's elements.

extension UnsafeRawPointer {
    @inline(__always) var elements: UnsafePointer<Element> { assumingMemoryBound(to: Element.self) }
}

extension UnsafeMutableRawPointer {
    @inline(__always) var elements: UnsafeMutablePointer<Element> { assumingMemoryBound(to: Element.self) }
}

extension UnsafePointer<UnsafeRawPointer> {
    @inline(__always) var rows: UnsafePointer<UnsafePointer<Element>> {
        UnsafeRawPointer(self).assumingMemoryBound(to: UnsafePointer<Element>.self)
    }
}
