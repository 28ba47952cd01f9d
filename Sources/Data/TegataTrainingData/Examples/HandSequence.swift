import TegataClassifiers

/// The frames of one hand, at a fixed rate.
package struct HandSequence: Sendable, Equatable {
    /// The assumed frame rate of clips without one, in frames per second.
    package static let usualRate = 30.0

    /// The frames; ``HandKeyPoints/init()`` marks a frame without the hand.
    package var frames: [HandKeyPoints]
    /// The number of frames per second.
    package var frameRate: Double
    /// The index of the first frame in its clip, counted from 0.
    package var firstFrame: Int

    package init(frames: [HandKeyPoints], frameRate: Double, firstFrame: Int = 0) {
        self.frames = frames
        self.frameRate = frameRate
        self.firstFrame = firstFrame
    }

    /// Returns the frames at another rate, with the nearest frame for each time. If the result would be far too long,
    /// the frames are unchanged.
    package func frames(at rate: Double) -> [HandKeyPoints] {
        guard frameRate > 0, rate > 0, frameRate.isFinite, rate.isFinite, frameRate != rate, !frames.isEmpty else {
            return frames
        }
        let exact = (Double(frames.count) * rate / frameRate).rounded()
        guard exact <= Double(min(1_000_000, ActionClassifier.longestStretch * frames.count)) else { return frames }
        let count = max(1, Int(exact))
        return (0..<count).map { index in
            frames[min(frames.count - 1, Int((Double(index) * frameRate / rate).rounded()))]
        }
    }

    /// Returns the index of the first frame in its clip at another rate.
    package func firstFrame(at rate: Double) -> Int {
        guard frameRate > 0, rate > 0 else { return firstFrame }
        return Int(exactly: (Double(firstFrame) * rate / frameRate).rounded()) ?? firstFrame
    }
}

/// Creates sequences from the hands found in a clip's frames.
enum HandSequences {
    /// Returns one sequence per hand. A hand that returns continues an earlier sequence with the same handedness; short
    /// sequences are dropped.
    static func sequences(_ found: FoundFrames) -> [HandSequence] {
        var tracks: [Int: [Int: HandKeyPoints]] = [:]
        var order: [Int] = []
        for (index, hands) in found.frames.enumerated() {
            for hand in hands {
                if tracks[hand.identifier] == nil { order.append(hand.identifier) }
                tracks[hand.identifier, default: [:]][index] = hand.hand.keyPoints
            }
        }
        var joined: [[Int: HandKeyPoints]] = []
        for identifier in order {
            guard let track = tracks[identifier], let first = track.keys.min(),
                let chirality = track[first]?.chirality
            else { continue }
            let previous = joined.firstIndex { other in
                guard let last = other.keys.max(), last < first else { return false }
                return other[last]?.chirality == chirality
            }
            if let previous { joined[previous].merge(track) { own, _ in own } } else { joined.append(track) }
        }
        let longest = joined.reduce(0) { max($0, $1.count) }
        return joined.filter { $0.count * 4 >= longest }.map { track in
            let (first, last) = (track.keys.min() ?? 0, track.keys.max() ?? 0)
            return HandSequence(
                frames: (first...last).map { track[$0] ?? HandKeyPoints() }, frameRate: found.frameRate,
                firstFrame: first)
        }
    }
}
