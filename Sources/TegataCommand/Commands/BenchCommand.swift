import TegataInference
import TegataKernelABI
import TegataKernelSelection

let benchCommand = Command(
    name: "bench",
    summary: "Time networks",
    synopsis: "[MODEL…] [--threads N] [--iterations K] [--profile] [--json]",
    details: [
        "Times single inferences with the input in place, after some that do not count. A bundle stands for all networks in it; without"
            + " a model the fetched hand_landmarker.task is timed. All networks stay loaded, so that the peak memory is that of all.",
        "loadMs is the time from opening the file to a prepared network: read, planned, weights packed.",
    ],
    options: [
        iterationsOption.description, loadsOption.description, profileFlag.description, peakFlag.description,
        CommonOption.json.description,
    ] + NetworkOption.all,
    examples: [
        .init("tegata bench palm_detection_full.tflite --threads 1", "median and least time of a network on one thread"),
        .init("tegata bench hand_landmarker.task:hand_detector.tflite --profile", "where the time goes, step by step"),
        .init("tegata bench --peak --isa avx2", "the most that one core can do with AVX2"),
    ],
    run: bench)

private let iterationsOption = Option<Int>.integer(
    "--iterations", "K", in: 1...1_000_000, "how many runs are timed (default: 100)")
private let loadsOption = Option<Int>.integer(
    "--loads", "K", in: 1...10_000, "load each network K times and report the median (default: 1)")
private let profileFlag = Flag("--profile", "add a row for every step: shape, kernel, time, speed, share of the time and of the peak")
private let peakFlag = Flag("--peak", "measure the most that one core can do with each kernel set, or that of --isa")

private func bench(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    let isJSON = arguments.has(CommonOption.json)
    let options = try NetworkOptions(arguments)
    let iterations = try arguments.value(of: iterationsOption) ?? 100
    let loads = try arguments.value(of: loadsOption) ?? 1
    let threadCount = try arguments.threadCount()
    if arguments.has(peakFlag) {
        guard arguments.operands.isEmpty else { throw .usage("--peak takes no model; measure models without it") }
        try showPeaks(options.isa, isJSON: isJSON, console)
        return
    }

    let operands = arguments.operands.isEmpty ? [try ModelSearch.bundle()] : arguments.operands
    let team = ThreadTeam(count: threadCount)
    var networks: [BenchmarkedNetwork] = []
    for operand in operands {
        do throws(CommandError) {
            for name in try ModelSearch.networks(in: operand) {
                networks.append(try BenchmarkedNetwork(name, options, team: team, loads: loads))
            }
        } catch .failure(let message) {
            console.report(message)
        }
    }

    var results: [BenchmarkResult] = []
    for network in networks {
        console.status("timing \(network.name)")
        let times = network.time(iterations: iterations)
        var profile: Profile?
        if arguments.has(profileFlag) {
            let peak = try peakOfOneCore(network.network.isa) * Double(team.count)
            profile = Profile(network.network.plan.steps, nanoseconds: network.profile(iterations: iterations), peakGigaflops: peak)
        }
        results.append(BenchmarkResult(network: network, iterations: iterations, times: times, profile: profile))
    }
    console.clearStatus()
    let peakResidentByteCount = System.peakResidentByteCount
    if isJSON {
        for result in results { console.print(result.json(peakResidentByteCount)) }
    } else if !results.isEmpty {
        show(results, peakResidentByteCount, console)
    }
}

private struct BenchmarkResult {
    let network: BenchmarkedNetwork
    let iterations: Int
    let times: RunTimes
    let profile: Profile?

    func json(_ peakResidentByteCount: Int) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("model", network.name)
            json.member("threads", network.session.team.count)
            json.member("iterations", iterations)
            json.member("medianMs", times.medianMilliseconds)
            json.member("minMs", times.minimumMilliseconds)
            json.member("loadMs", network.loadMilliseconds)
            json.member("arenaBytes", network.session.memoryByteCount)
            json.member("peakRSSBytes", peakResidentByteCount)
            json.member("gflops", times.gigaflops)
            json.member("isa", network.network.isa)
            profile?.write(to: &json)
        }
        return json.text
    }
}

private func show(_ results: [BenchmarkResult], _ peakResidentByteCount: Int, _ console: Console) {
    for result in results {
        guard let profile = result.profile else { continue }
        console.print(console.style.heading(printable(result.network.name)))
        profile.lines(style: console.style).forEach(console.print)
        console.print("  peak \(fixed(profile.peakGigaflops, 1)) GFLOP/s\n")
    }
    var table = TextTable([
        ("model", .left), ("threads", .right), ("median ms", .right), ("min ms", .right), ("load ms", .right), ("GFLOP/s", .right),
        ("arena MiB", .right), ("isa", .left),
    ])
    for result in results {
        table.add([
            result.network.name, "\(result.network.session.team.count)", fixed(result.times.medianMilliseconds, 3),
            fixed(result.times.minimumMilliseconds, 3), fixed(result.network.loadMilliseconds, 1), fixed(result.times.gigaflops, 1),
            fixed(Double(result.network.session.memoryByteCount) / Double(1 << 20), 2), result.network.network.isa,
        ])
    }
    table.lines(style: console.style).forEach(console.print)
    console.print("peak memory \(fixed(Double(peakResidentByteCount) / Double(1 << 20), 1)) MiB")
}

/// One line for each kernel set that the machine has, or for the one called `isa`.
private func showPeaks(_ isa: String?, isJSON: Bool, _ console: Console) throws(CommandError) {
    var table = TextTable([("isa", .left), ("GFLOP/s of one core", .right)])
    for name in isa.map({ [$0] }) ?? kernelLevels().filter(\.isSupported).map(\.name) {
        let peak = try peakOfOneCore(name)
        if isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("isa", name)
                json.member("peakGflops", peak)
            }
            console.print(json.text)
        } else {
            table.add([name, fixed(peak, 1)])
        }
    }
    if !isJSON { table.lines(style: console.style).forEach(console.print) }
}

private func peakOfOneCore(_ isa: String) throws(CommandError) -> Double {
    measurePeak(try orFailure { () throws(KernelSelectionError) in try kernelSet(named: isa) })
}
