/// The system calls that reading a camera takes; results below zero are errors, as the kernel gives them.
package protocol CameraSystem: AnyObject {
    func isVideoDevice(_ path: String) -> Bool
    /// A descriptor whose calls never wait.
    func openDevice(_ path: String) -> Int32
    func closeDevice(_ descriptor: Int32)
    /// One of the video system's requests, with its structure; 0 or below.
    func request(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32
    /// Memory of the device, for reading; nil where it cannot be mapped.
    func map(_ descriptor: Int32, count: Int, offset: UInt32) -> UnsafeRawBufferPointer?
    func unmap(_ memory: UnsafeRawBufferPointer)
    /// Waits until there is a picture or live streams are to end: above zero, and 0 after the time.
    func wait(_ descriptor: Int32, milliseconds: Int32) -> Int32
    /// Whether live streams are to end.
    var mustEnd: Bool { get }
    /// The clock that drivers stamp pictures with.
    func monotonicMicroseconds() -> Int64
}
