import Foundation

/// What the results of all tasks have. Results never change.
public class TaskResult: NSObject, @unchecked Sendable {
    /// The time of the frame; for single pictures, one second more than that of the one before.
    public let timestampInMilliseconds: Int

    init(timestampInMilliseconds: Int) {
        self.timestampInMilliseconds = timestampInMilliseconds
    }
}
