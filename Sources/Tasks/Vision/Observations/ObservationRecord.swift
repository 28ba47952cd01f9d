import CoreMedia
import Foundation

/// All of an observation, as it is coded.
struct ObservationRecord: Codable, Hashable, Sendable {
    var uuid = UUID()
    var confidence: Float
    var revision: Int
    var timeRange: Times?
    var hand: DetectedHand?
    /// The raw value of ``VNChirality``.
    var chirality = 0

    /// A range of times, number by number.
    struct Times: Codable, Hashable, Sendable {
        private struct Time: Codable, Hashable {
            var value: Int64
            var timescale: Int32
            var flags: UInt32
            /// Nil for 0, as in records that were coded when epochs were not kept.
            var epoch: Int64?

            init(_ time: CMTime) {
                value = time.value
                timescale = time.timescale
                flags = time.flags.rawValue
                epoch = time.epoch == 0 ? nil : time.epoch
            }

            var time: CMTime {
                CMTime(
                    value: value, timescale: timescale, flags: CMTimeFlags(rawValue: flags), epoch: epoch ?? 0)
            }
        }

        private var start: Time
        private var duration: Time

        init(_ range: CMTimeRange) {
            start = Time(range.start)
            duration = Time(range.duration)
        }

        var range: CMTimeRange { CMTimeRange(start: start.time, duration: duration.time) }
    }
}
