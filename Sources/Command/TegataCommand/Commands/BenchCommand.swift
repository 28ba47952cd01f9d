import TegataHandCommands
import TegataHands
import TegataImages
import TegataInference
import TegataKernelABI
import TegataKernelSelection
import TegataModelSearch
import TegataRecords
import TegataReport
import TegataTool

let benchCommand = Command(
    name: "bench",
    summary: "Time networks, or the whole hand pipeline",
    synopsis: "[MODEL…] [--num-hands N] [--threads N] [--profile] [--json]",
    details: [
        "For a network, bench times single inferences with the input already in place, after some warm-up runs. For a bundle, it times"
            + " the whole pipeline in video mode, from pixels in memory to hands: on the frames of a video, or on one image that is"
            + " repeated. With --stills every frame is a separate image; with --networks the bundle's networks are timed instead. The"
            + " default model is the installed hand_landmarker.task. All models stay loaded, so the peak memory covers all of them.",
        "loadMs is the time from opening the file to a network that is ready to run: read, planned, weights packed.",
    ],
    options: [
        videoOption.description, imageOption.description, iterationsOption.description, loadsOption.description,
        networksFlag.description, stillsFlag.description,
        profileFlag.description, htmlOption.description, peakFlag.description, levelsFlag.description,
        TraceFile.option.description, shareFlag.description, CommonOption.json.description,
    ] + HandOption.confidences + HandOption.places + [HandOption.legacy.description] + NetworkOption.all,
    operands: .networks,
    examples: [
        .init(
            "tegata bench hand_landmarker.task",
            "time the pipeline on an image that ships with the program"),
        .init(
            "tegata bench palm_detection_full.tflite --threads 1",
            "show the median and minimum time of a network on one thread"),
        .init("tegata bench hand_landmarker.task --profile", "show where the time of its networks goes, step by step"),
        .init("tegata bench --peak --isa avx2", "measure the peak speed of one core with AVX2"),
        .init("tegata bench --share", "measure this machine for the table of machines"),
    ],
    run: bench)

private let videoOption = Option<String>.text(
    "--video", "FILE", "time pipelines on the frames of this video instead of an image", values: .videos)
private let imageOption = Option<String>.text(
    "--image", "FILE", "time pipelines on this image (default: a rendered image of two hands)",
    values: .pictures)
private let iterationsOption = Option<Int>.integer(
    "--iterations", "K", in: 1...1_000_000,
    "number of timed runs, or of repetitions of the image; a higher number gives steadier times (default: 100)")
private let loadsOption = Option<Int>.integer(
    "--loads", "K", in: 1...10_000, "load each model K times and report the median load time (default: 1)")
private let networksFlag = Flag("--networks", "time each network of a bundle separately instead of the pipeline")
private let stillsFlag = Flag(
    "--stills", "time pipelines on separate images instead of a video: nothing is tracked from frame to frame")
private let profileFlag = Flag(
    "--profile",
    "add a row for each step of a network: shape, kernel, time, speed, and shares of the total time and peak speed")
private let htmlOption = Option<String>.text(
    "--html", "OUT.html", "write the profile as a single-file web page", values: .files(["html"]))
private let peakFlag = Flag(
    "--peak", "measure the peak speed of one core with each kernel set, or only with the one given by --isa")
private let levelsFlag = Flag(
    "--levels",
    "list the CPU levels for which the program has kernels, and mark the supported ones and the one in use")
private let shareFlag = Flag(
    "--share", "time this machine, and print a line for the table of machines")

private func bench(_ arguments: Arguments, _ console: Console) throws {
    let options = try NetworkOptions(arguments)
    let trace = try TraceFile(arguments)
    let team = try arguments.team(trace)
    let (image, video) = (try arguments.value(of: imageOption), try arguments.value(of: videoOption))
    guard image == nil || video == nil else {
        throw .usage("--image and --video both select what to time; use only one")
    }
    let hasPipelineOption = image != nil || video != nil || arguments.has(stillsFlag)
    if arguments.has(shareFlag) {
        guard arguments.operands.isEmpty, !hasPipelineOption, trace == nil,
            ![networksFlag, profileFlag, peakFlag, levelsFlag].contains(where: arguments.has)
        else { throw .usage("--share always times the same; drop the models and the options of other measurements") }
        console.print(try SharedTimes(options).line(console))
        console.note(SharedTimes.advice)
        return
    }
    guard !hasPipelineOption || !arguments.has(levelsFlag) && !arguments.has(peakFlag) else {
        throw .usage(
            "--image, --video and --stills apply only to pipelines, which --levels and --peak do not time; drop one of"
                + " the options"
        )
    }
    guard trace == nil || !arguments.has(levelsFlag) && !arguments.has(peakFlag) else {
        throw .usage("--trace records networks, which --levels and --peak do not run; drop one of the options")
    }
    if arguments.has(levelsFlag), arguments.has(peakFlag) {
        throw .usage("--levels and --peak cannot be combined; run them one after the other")
    }
    if arguments.has(levelsFlag) {
        guard arguments.operands.isEmpty else { throw .usage("--levels takes no model; drop the model") }
        try showLevels(options.level, isJSON: arguments.has(CommonOption.json), console)
        return
    }
    if arguments.has(peakFlag) {
        guard arguments.operands.isEmpty else { throw .usage("--peak takes no model; drop --peak to time the model") }
        try showPeaks(options.level, isJSON: arguments.has(CommonOption.json), console)
        return
    }
    if let path = try arguments.value(of: htmlOption) {
        guard arguments.has(profileFlag) else { throw .usage("--html writes a profile; add --profile") }
        try OutputPathChecks.requireFile(path)
    }
    let operands = arguments.operands.isEmpty ? [try ModelSearch.bundle()] : arguments.operands
    var bundles: [String] = []
    var others: [String] = []
    for operand in operands {
        let isPipeline = !arguments.has(networksFlag) && !arguments.has(profileFlag) && ModelSearch.isBundle(operand)
        if isPipeline { bundles.append(operand) } else { others.append(operand) }
    }
    guard !bundles.isEmpty || !hasPipelineOption else {
        throw .usage(
            "--image, --video and --stills apply only to pipelines; pass a bundle, and drop --networks and --profile")
    }
    if !others.isEmpty { try benchNetworks(others, options, team, arguments, console) }
    if !bundles.isEmpty { try benchPipelines(bundles, options, team, arguments, console) }
    try trace?.finish(console)
}

private func benchPipelines(
    _ bundles: [String], _ networkOptions: NetworkOptions, _ team: ThreadTeam, _ arguments: Arguments,
    _ console: Console
) throws {
    let options = try HandPipelineOptions(arguments)
    let loads = try arguments.value(of: loadsOption) ?? 1
    let frames = try framesToTime(arguments)
    var benchmarks: [PipelineBenchmark] = []
    for bundle in bundles {
        do {
            benchmarks.append(
                try PipelineBenchmark(
                    bundle, networkOptions, arguments.precision(), options, isOfStills: arguments.has(stillsFlag),
                    team: team, loads: loads))
        } catch {
            console.report(try failureMessage(of: error))
        }
    }
    var results: [PipelineBenchmarkResult] = []
    for benchmark in benchmarks {
        console.status("timing \(benchmark.name)")
        results.append(try benchmark.run(frames))
    }
    console.clearStatus()
    let peakResidentByteCount = System.peakResidentByteCount
    if arguments.has(CommonOption.json) {
        for result in results { console.print(result.json(peakResidentByteCount)) }
    } else if !results.isEmpty {
        PipelineBenchmarkResult.show(results, console)
        showPeakMemory(peakResidentByteCount, console)
    }
}

private func framesToTime(_ arguments: Arguments) throws -> PipelineFrames {
    if let video = try arguments.value(of: videoOption) { return try PipelineFrames(video: video) }
    let count = try arguments.value(of: iterationsOption) ?? 100
    let path: String
    if let given = try arguments.value(of: imageOption) { path = given } else { path = try SamplePicture.path() }
    let picture = try RGBImage(readingFileAt: path)
    return PipelineFrames(picture, name: path, count: count)
}

private func benchNetworks(
    _ operands: [String], _ options: NetworkOptions, _ team: ThreadTeam, _ arguments: Arguments, _ console: Console
) throws {
    let iterations = try arguments.value(of: iterationsOption) ?? 100
    let loads = try arguments.value(of: loadsOption) ?? 1
    var networks: [BenchmarkedNetwork] = []
    for operand in operands {
        do {
            for name in try ModelSearch.networks(in: operand) {
                networks.append(try BenchmarkedNetwork(name, options, team: team, loads: loads))
            }
        } catch {
            console.report(try failureMessage(of: error))
        }
    }

    var results: [BenchmarkResult] = []
    for network in networks {
        console.status("timing \(network.name)")
        let times = network.time(iterations: iterations)
        var profile: Profile?
        if arguments.has(profileFlag) {
            let peak = try peakOfOneCore(network.network.level) * Double(team.count)
            profile = Profile(
                network.network.plan.steps, nanoseconds: network.profile(iterations: iterations), peakGigaflops: peak)
        }
        results.append(BenchmarkResult(network: network, iterations: iterations, times: times, profile: profile))
    }
    console.clearStatus()
    let peakResidentByteCount = System.peakResidentByteCount
    if arguments.has(CommonOption.json) {
        for result in results { console.print(result.json(peakResidentByteCount)) }
    } else if !results.isEmpty {
        show(results, console)
        showPeakMemory(peakResidentByteCount, console)
    }
    if let path = try arguments.value(of: htmlOption), !results.isEmpty {
        let sweep = ProfileSweep(options, iterations: iterations, mostThreads: try arguments.threadCount())
        let page = try sweep.page(of: results.map(\.network.name), console)
        console.clearStatus()
        try page.write(to: path)
    }
}

private func showPeakMemory(_ byteCount: Int, _ console: Console) {
    console.print("peak memory \(fixed(Double(byteCount) / Double(1 << 20), 1)) MiB")
}

private struct BenchmarkResult {
    let network: BenchmarkedNetwork
    let iterations: Int
    let times: RunTimes
    let profile: Profile?

    func json(_ peakResidentByteCount: Int) -> String {
        JSONWriter.object { json in
            json.member("model", network.name)
            json.member("threads", network.session.team.count)
            json.member("iterations", iterations)
            json.member("medianMs", times.medianMilliseconds)
            json.member("minMs", times.minimumMilliseconds)
            json.member("loadMs", network.loadMilliseconds)
            json.member("arenaBytes", network.session.memoryByteCount)
            json.member("peakRSSBytes", peakResidentByteCount)
            json.member("gflops", times.gigaflops)
            json.member("isa", network.network.level)
            profile?.write(to: &json)
        }
    }
}

private func show(_ results: [BenchmarkResult], _ console: Console) {
    for result in results {
        guard let profile = result.profile else { continue }
        console.print(console.style.heading(printable(result.network.name)))
        profile.lines(style: console.style).forEach(console.print)
        console.print("  peak \(fixed(profile.peakGigaflops, 1)) GFLOP/s\n")
    }
    var table = TextTable([
        ("model", .left), ("threads", .right), ("median ms", .right), ("min ms", .right), ("load ms", .right),
        ("GFLOP/s", .right),
        ("arena MiB", .right), ("isa", .left),
    ])
    for result in results {
        table.add([
            result.network.name, "\(result.network.session.team.count)", fixed(result.times.medianMilliseconds, 3),
            fixed(result.times.minimumMilliseconds, 3), fixed(result.network.loadMilliseconds, 1),
            fixed(result.times.gigaflops, 1),
            fixed(Double(result.network.session.memoryByteCount) / Double(1 << 20), 2), result.network.network.level,
        ])
    }
    table.lines(style: console.style).forEach(console.print)
}

/// Prints a line for each of the program's CPU levels, best first. Levels that `--isa` cannot select come last.
private func showLevels(_ name: String?, isJSON: Bool, _ console: Console) throws {
    let selected = try kernelSet(named: name).level
    var table = TextTable([
        ("isa", .left), ("lanes", .right), ("fused", .left), ("architecture", .left), ("here", .left),
    ])
    for level in kernelLevels() + kernelLevels(of: .float16) + kernelLevels(of: .int8) {
        if isJSON {
            let text = JSONWriter.object { json in
                json.member("isa", level.name)
                json.member("supported", level.isSupported)
                json.member("selected", level.name == selected)
                json.member("lanes", level.lanes)
                json.member("fused", level.isFused)
                json.member("half", level.element == .float16)
                json.member("int8", level.element == .int8)
                json.member("architecture", level.architecture)
                json.member("x86Level", level.x86Level)
                json.member("module", level.module)
                if let processor = level.processor { json.member("processor", processor) }
            }
            console.print(text)
        } else {
            table.add([
                level.name, "\(level.lanes)", level.isFused ? "yes" : "no", level.architecture,
                level.name == selected ? "selected" : level.isSupported ? "supported" : "unsupported",
            ])
        }
    }
    if !isJSON { table.lines(style: console.style).forEach(console.print) }
}

/// Prints the peak speed of each kernel set that the machine supports, or only of the one for `level`.
private func showPeaks(_ level: String?, isJSON: Bool, _ console: Console) throws {
    var table = TextTable([("isa", .left), ("GFLOP/s of one core", .right)])
    for name in level.map({ [$0] }) ?? kernelLevels().filter(\.isSupported).map(\.name) {
        let peak = try peakOfOneCore(name)
        if isJSON {
            let text = JSONWriter.object { json in
                json.member("isa", name)
                json.member("peakGflops", peak)
            }
            console.print(text)
        } else {
            table.add([name, fixed(peak, 1)])
        }
    }
    if !isJSON { table.lines(style: console.style).forEach(console.print) }
}

private func peakOfOneCore(_ level: String) throws -> Double {
    measurePeak(try kernelSet(named: level))
}
