import TegataBuffers
import TegataHands
import TegataRecords

/// The quality of the tracks of a video: who is in view, what is probably wrong, and a score for each second.
package struct TrackReport: Sendable {
    /// What the results were computed with.
    package struct Origin: Sendable {
        /// The SHA-256 of the bundle, as 64 hexadecimal digits.
        package let model: String
        /// The options that change results, in alphabetical order, such as `--num-hands=2`.
        package let options: [String]

        package init(model: String, options: [String]) {
            self.model = model
            self.options = options
        }
    }

    /// A hand that is in view for a while.
    package struct Track: Sendable {
        package let identifier: Int
        /// The more likely side over all frames.
        package var handedness: Handedness { rightSum >= 0 ? .right : .left }
        package let first: Int
        package fileprivate(set) var last: Int
        package fileprivate(set) var frameCount = 0
        package fileprivate(set) var interpolatedCount = 0
        fileprivate var rightSum: Float = 0
    }

    /// A second of the video.
    package struct Stretch: Sendable {
        package fileprivate(set) var first: Int
        package fileprivate(set) var last: Int
        /// The mean of the scores of its frames. A frame's score is the share of its hands, with missing ones, that
        /// have no fault; interpolated hands count half. Without hands it is 0.
        package fileprivate(set) var score: Double
        /// The number of faults in it.
        package fileprivate(set) var faultCount = 0
    }

    package let frames: [FrameRecord]
    package let origin: Origin?
    package let tracks: [Track]
    package let faults: [TrackFault]
    package let stretches: [Stretch]
    package let framesWithoutHand: Int
    /// The SHA-256 of the results.
    package let resultHash: String
    /// The mean score of all frames; 0 for an empty video.
    package let score: Double

    /// Inspects the hands of a video; `origin` is nil if it is unknown.
    package init(_ video: VideoHands, origin: Origin?) {
        frames = video.frames
        self.origin = origin
        tracks = Self.tracks(of: frames)
        faults = FaultSearch(frames).faults
        let scores = Self.scores(of: frames, faults)
        stretches = Self.stretches(of: frames, scores, faults)
        framesWithoutHand = frames.count { $0.hands.isEmpty }
        resultHash = Self.resultHash(of: frames)
        score = scores.isEmpty ? 0 : scores.reduce(0, +) / Double(scores.count)
    }

    private static func tracks(of frames: [FrameRecord]) -> [Track] {
        var tracks: [Track] = []
        var places: [Int: Int] = [:]
        for (index, record) in frames.enumerated() {
            for hand in record.hands {
                guard let identifier = hand.identifier else { continue }
                let place = places[identifier] ?? tracks.count
                if place == tracks.count {
                    places[identifier] = place
                    tracks.append(Track(identifier: identifier, first: index, last: index))
                }
                tracks[place].last = index
                tracks[place].frameCount += 1
                tracks[place].rightSum += hand.rightProbability - 0.5
                if hand.isInterpolated { tracks[place].interpolatedCount += 1 }
            }
        }
        return tracks
    }

    private static func scores(of frames: [FrameRecord], _ faults: [TrackFault]) -> [Double] {
        var missing = [Int](repeating: 0, count: frames.count)
        var faulty = [[Int]](repeating: [], count: frames.count)
        for fault in faults {
            for index in fault.first...fault.last {
                if fault.kind == .loss { missing[index] += 1 } else { faulty[index] += fault.identifiers }
            }
        }
        return frames.indices.map { index in
            let hands = frames[index].hands
            let count = hands.count + missing[index]
            guard count > 0 else { return 0 }
            let good = hands.reduce(0.0) { sum, hand in
                if let identifier = hand.identifier, faulty[index].contains(identifier) { return sum }
                return sum + (hand.isInterpolated ? 0.5 : 1)
            }
            return good / Double(count)
        }
    }

    private static func stretches(
        of frames: [FrameRecord], _ scores: [Double], _ faults: [TrackFault]
    ) -> [Stretch] {
        var stretches: [Stretch] = []
        var start: Milliseconds = 0
        for (index, record) in frames.enumerated() {
            if stretches.isEmpty || elapsed(from: start, to: record.milliseconds) >= 1000 {
                let next = start.clampedSum(with: 1000)
                // A second begins at a whole second of the video, or at the first frame behind a pause.
                let isApart = stretches.isEmpty || elapsed(from: next, to: record.milliseconds) >= 1000
                start = isApart ? record.milliseconds : next
                stretches.append(Stretch(first: index, last: index, score: 0))
            }
            stretches[stretches.count - 1].last = index
        }
        for index in stretches.indices {
            let range = stretches[index].first...stretches[index].last
            stretches[index].score = scores[range].reduce(0, +) / Double(range.count)
            stretches[index].faultCount = faults.count { $0.first <= range.upperBound && $0.last >= range.lowerBound }
        }
        return stretches
    }

    // MARK: Hashes

    /// Returns the SHA-256 of the results. For each frame, it covers the index, the time in milliseconds, the width, the height
    /// and the number of hands; then for each hand the ID, the index of the handedness, its score, the landmarks and the
    /// world landmarks. Integers have 64 bits and other numbers are floats of 32 bits, in little-endian order.
    private static func resultHash(of frames: [FrameRecord]) -> String {
        var hash = SHA256()
        for (index, record) in frames.enumerated() {
            var bytes: [UInt8] = []
            func append(_ value: Int) { withUnsafeBytes(of: Int64(value).littleEndian) { bytes += $0 } }
            func append(_ value: Float) { withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += $0 } }
            append(record.frame?.index ?? index)
            append(Int(record.milliseconds))
            append(record.width)
            append(record.height)
            append(record.hands.count)
            for hand in record.hands {
                append(hand.identifier ?? 0)
                append(hand.handednessIndex)
                append(hand.handednessScore)
                for points in [hand.landmarks, hand.worldLandmarks] {
                    for point in points {
                        append(point.x)
                        append(point.y)
                        append(point.z)
                    }
                }
            }
            bytes.withUnsafeBytes { hash.update($0) }
        }
        return hash.hexadecimalDigits()
    }

    /// The SHA-256 of the version, the model and the options, as far as they are known, and of the results' hash, each as
    /// a line of text.
    package var hash: String {
        let lines = [Version.number] + (origin.map { [$0.model] + $0.options } ?? []) + [resultHash]
        return sha256(Bytes(lines.flatMap { Array($0.utf8) + [0x0A] }))
    }
}
