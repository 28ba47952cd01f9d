import Foundation

/// What the results of all tasks have. Results never change.
open class TaskResult: NSObject, NSCopying, @unchecked Sendable {
    /// The time of the frame; for single pictures, one second more than that of the one before.
    open private(set) var timestampInMilliseconds: Int

    /// A result of one's own making.
    public init(timestampInMilliseconds: Int) {
        self.timestampInMilliseconds = timestampInMilliseconds
    }

    /// The result itself.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }
}
