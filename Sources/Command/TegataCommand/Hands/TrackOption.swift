/// Options of commands for videos.
enum TrackOption {
    static let smooth = Flag(
        "--smooth", "take the jitter out of landmarks (One-Euro filter); slow movement lags a little")
    static let detectionInterval = Option<Int>.integer(
        "--detection-interval", "N", in: 1...1_000_000,
        "while hands are missing, look for new ones in every Nth frame only (default: 1)")
    static let averageHandedness = Flag("--average-handedness", "decide which hand it is over all frames of a hand")
    static let gestures = Flag(
        "--gestures", "name the gesture of every hand; the bundle must be a gesture recogniser's")
    static let dwell = Option<Int>.integer(
        "--gesture-dwell", "MS", in: 0...3_600_000,
        "as --gestures, and tell when a hand has begun or ended a gesture for so long")
    static let frameCount = Option<Int>.integer(
        "--frames", "N", in: 1...1_000_000_000, "stop after N frames of each video")

    static let all = [
        smooth.description, detectionInterval.description, averageHandedness.description, gestures.description,
        dwell.description, frameCount.description,
    ]
}
