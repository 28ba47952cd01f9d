/// Options of commands for single pictures.
enum StillsOption {
    static let jobs = Option<Int>.integer(
        "--jobs", short: "-j", "N", in: 1...64,
        "how many pictures are worked on at a time, each on one thread (default: as many as there are cores)")
    static let refined = Flag(
        "--refine",
        "find each hand's landmarks twice, the second time in a crop made from the first; nearer to the truth, but not"
            + " MediaPipe's numbers")

    static let all = [jobs.description, refined.description]
}
