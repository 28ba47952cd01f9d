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

            init(_ time: CMTime) {
                value = time.value
                timescale = time.timescale
                flags = time.flags.rawValue
            }

            var time: CMTime {
                var time = CMTime(value: value, timescale: timescale)
                time.flags = CMTimeFlags(rawValue: flags)
                return time
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
