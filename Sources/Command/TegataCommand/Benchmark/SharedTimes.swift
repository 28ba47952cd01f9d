import TegataBuffers
import TegataHandCommands
import TegataHands
import TegataImages
import TegataInference
import TegataKernelABI
import TegataKernelSelection
import TegataModelSearch
import TegataRecords
import TegataSystem
import TegataTool

/// One line about this machine for a table of machines: what it is, how long the hand networks and a tracked frame take
/// on it, and a hash of the results, which shows whether it computes what others do.
struct SharedTimes {
    /// What to do with the line. The repository's address is where its user found it, so the form has a relative one.
    static let advice =
        "Nothing was sent. To add this line to docs/boards.md, paste it into the form \"Speed of a machine\""
        + " (issues/new?template=board.yml in the repository of Tegata)."

    /// The time for each measurement in nanoseconds. A slow board needs more, because some runs are always made, but
    /// less than a minute for all measurements.
    private static let budget: UInt64 = 400_000_000
    private static let (warmUpRuns, leastRuns) = (3, 5)
    private static let bundles = ["hand_landmarker.task", "hand_landmarker_lite.task"]

    private let level: String
    private let picture: RGBImage
    private let bundlePath: String
    private let threadCounts: [Int]
    private let precisions: [HandPrecision]

    init(_ options: NetworkOptions) throws {
        level = try kernelSet(named: options.level).level
        bundlePath = try ModelSearch.bundle()
        picture = try RGBImage(readingFileAt: try SamplePicture.path())
        threadCounts = [1, 2, 4].filter { $0 <= ProcessorCount.available }
        precisions = [HandPrecision.single, .half, .int8].filter(\.isSupported)
    }

    /// Measures everything, and returns the line.
    func line(_ console: Console) throws -> String {
        let machine = Machine()
        let (celsius, megahertz) = (Machine.celsius, Machine.megahertz)
        let hash = try resultHash()
        let networks = try networkTimes(console)
        console.status("timing tracked frames")
        let frames = try times(frameTime)
        console.clearStatus()
        let (lastCelsius, lastMegahertz) = (Machine.celsius, Machine.megahertz)
        return JSONWriter.object { json in
            json.member("tegata", Version.number)
            if let board = machine.board { json.member("board", board) }
            json.member("processor", machine.processor)
            json.member("architecture", machine.architecture)
            json.member("cores", ProcessorCount.available)
            if let memory = machine.memoryMebibytes { json.member("memoryMiB", memory) }
            json.member("system", machine.system)
            json.member("isa", level)
            json.member("emulated", machine.isEmulated)
            json.member("results", hash)
            for (name, times) in networks + [("trackedFrame", frames)] {
                json.object(name) { json in
                    for (precision, times) in times {
                        json.object(precision) { json in
                            for (threads, time) in times { json.member("\(threads)", time) }
                        }
                    }
                }
            }
            if let celsius, let lastCelsius { json.member("celsius", [celsius, lastCelsius]) }
            if let megahertz, let lastMegahertz { json.member("megahertz", [megahertz, lastMegahertz]) }
        }
    }

    /// The times in milliseconds by precision and by number of threads.
    private typealias Times = [(precision: String, times: [(threads: Int, milliseconds: Double)])]

    private func times(_ measure: (HandPrecision, ThreadTeam) throws -> Double) rethrows -> Times {
        try precisions.map { precision in
            let times = try threadCounts.map { ($0, try measure(precision, ThreadTeam(count: $0))) }
            return (precision.rawValue, times.map { ($0, ($1 * 1000).rounded() / 1000) })
        }
    }

    /// Returns the median time of a run in milliseconds.
    private func median(_ run: (_ index: Int) throws -> Void) rethrows -> Double {
        var times: [UInt64] = []
        let end = System.nanoseconds() + Self.budget
        while times.count < Self.warmUpRuns + Self.leastRuns || System.nanoseconds() < end {
            let start = System.nanoseconds()
            try run(times.count)
            times.append(System.nanoseconds() - start)
        }
        return milliseconds(TegataCommand.median(Array(times.dropFirst(Self.warmUpRuns))))
    }

    private func networkTimes(_ console: Console) throws -> [(String, Times)] {
        var result: [(String, Times)] = []
        for path in Self.bundles.compactMap({ ModelSearch.path(of: $0, in: ModelSearch.folders()) }) {
            for address in try ModelSearch.networks(in: path) {
                let network = String(address.split(separator: ":").last ?? "").replacing(".tflite", with: "")
                let name = network + (path.contains("_lite") ? "_lite" : "")
                console.status("timing \(name)")
                let times = try times { precision, team in
                    let options = NetworkOptions(level: level, precision: precision.ofNetworks)
                    let network = try BenchmarkedNetwork(address, options, team: team, loads: 1)
                    return median { _ in network.session.run() }
                }
                result.append((name, times))
            }
        }
        return result
    }

    private func frameTime(_ precision: HandPrecision, _ team: ThreadTeam) throws -> Double {
        let pipeline = try pipeline(precision, team)
        return try median { _ = try hands(pipeline, frame: $0) }
    }

    /// Returns a hash of the bits of the hands in three tracked frames, in single precision.
    private func resultHash() throws -> String {
        let pipeline = try pipeline(.single, ThreadTeam(count: 1))
        var hash = SHA256()
        for frame in 0..<3 {
            for hand in try hands(pipeline, frame: frame) {
                var numbers = [hand.presence, hand.rightProbability]
                for points in [hand.landmarks, hand.worldLandmarks] {
                    for index in 0..<HandPoints.count {
                        numbers += [points[index].x, points[index].y, points[index].z]
                    }
                }
                numbers.map { $0.bitPattern.littleEndian }.withUnsafeBytes { hash.update($0) }
            }
        }
        return String(hash.hexadecimalDigits().prefix(16))
    }

    /// Returns a pipeline that tracks one hand, as the model of other processors does.
    private func pipeline(_ precision: HandPrecision, _ team: ThreadTeam) throws -> HandPipeline {
        var options = HandPipelineOptions()
        options.maximumHandCount = 1
        let networks = try HandNetworks(
            at: bundlePath, includingGestures: false, NetworkOptions(level: level), precision)
        return try HandPipeline(networks, options: options, team: team)
    }

    private func hands(_ pipeline: HandPipeline, frame: Int) throws -> [HandResult] {
        try picture.withView { view throws(TegataError) in
            try pipeline.track(view, milliseconds: 40 * frame)
        }.hands
    }
}

extension HandPrecision {
    /// Whether this machine has kernels for the precision.
    var isSupported: Bool {
        switch self {
        case .single: true
        case .half, .allHalf: (try? float16KernelSet()) != nil
        case .int8: (try? int8KernelSet()) != nil
        }
    }
}
