// Measures the time that the Vision module adds to the pipeline below it: both process the same image in turn, with the
// same number of threads and hands. With --tips, measures instead how confidences tell raised fingers from folded ones.
//
//     swift build -c release --product vision-benchmarks
//     taskset -c 0 .build/release/vision-benchmarks hand_landmarker.task PICTURE [--runs N]
//     .build/release/vision-benchmarks hand_landmarker.task --tips [--thorough] DIRECTORY…

import Foundation
import TegataBuffers
import TegataHands
import TegataImages
import TegataInference
import Vision

/// Milliseconds of many runs, in ascending order.
struct Times {
    private var sorted: [Double]

    init(_ times: [Double]) {
        sorted = times.sorted()
    }

    var lowest: Double { sorted.first ?? .nan }
    var median: Double { sorted.isEmpty ? .nan : sorted[sorted.count / 2] }
}

/// The processor time of this thread, which other programs disturb less than the wall clock. On one processor this
/// thread does all the work.
func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
    let start = now()
    try body()
    return now() - start
}

func measure(bundle: String, picture: String, runs: Int) throws {
    let image = try RGBImage(readingFileAt: picture)
    var options = HandPipelineOptions()
    options.maximumHandCount = 2
    options.tracking.prefersLargeHands = true
    var frame = FrameOptions()
    frame.answersUpright = true
    let threads = ThreadTeam().count
    func makePipeline() throws(TegataError) -> HandPipeline {
        try HandPipeline(
            HandNetworks(bundle: Bytes(mappingFileAt: bundle), file: bundle), options: options,
            team: ThreadTeam())
    }
    // The second pipeline shows how much two pipelines differ only because of their place in memory.
    let pipelines = try [makePipeline(), makePipeline()]

    VisionModels.folder = URL(fileURLWithPath: bundle).deletingLastPathComponent()
    guard let cgImage = CGImage(width: image.width, height: image.height, bitsPerPixel: 24, pixels: image.pixels)
    else { return }
    let request = VNDetectHumanHandPoseRequest()

    // The times of both pipelines and of Vision.
    var times: [[Double]] = [[], [], []]
    // The time in which a program reads the result, which is not part of the call.
    var joints: [Double] = []
    for run in 0..<runs + 6 {
        var time = [0.0, 0.0, 0.0]
        // Each run finds the caches as the previous run left them, so the three take turns at going first.
        for turn in 0..<3 {
            let index = run.isMultiple(of: 2) ? (run + turn) % 3 : (run + 3 - turn) % 3
            time[index] = try milliseconds {
                if index < 2 {
                    _ = try image.withView { view throws(TegataError) in
                        try pipelines[index].detect(view, frame: frame)
                    }
                } else {
                    try VNImageRequestHandler(cgImage: cgImage, orientation: .up).perform([request])
                }
            }
        }
        let jointTime = try milliseconds {
            for hand in request.results ?? [] { _ = try hand.recognizedPoints(.all) }
        }
        // Skip the first runs, because memory and caches are cold.
        guard run >= 6 else { continue }
        for index in 0..<3 { times[index].append(time[index]) }
        joints.append(jointTime)
    }
    func line(_ name: String, _ times: Times) {
        print(
            "\(name): median \(String(format: "%.3f", times.median)) ms, lowest \(String(format: "%.3f", times.lowest)) ms"
        )
    }
    print("\(picture): \(request.results?.count ?? 0) hands, \(threads) threads, \(runs) runs")
    line("pipeline", Times(times[0]))
    line("another pipeline", Times(times[1]))
    line("Vision", Times(times[2]))
    line("another pipeline, difference run by run", Times(zip(times[1], times[0]).map { $0 - $1 }))
    line("Vision, difference run by run", Times(zip(times[2], times[0]).map { $0 - $1 }))
    line("all joints of all hands", Times(joints))
}

var arguments = Array(CommandLine.arguments.dropFirst())
var runs = 200
if let option = arguments.firstIndex(of: "--runs"), option + 1 < arguments.count {
    runs = max(1, Int(arguments[option + 1]) ?? runs)
    arguments.removeSubrange(option...option + 1)
}
let isThorough = arguments.contains("--thorough")
let countsTips = arguments.contains("--tips")
arguments.removeAll { $0 == "--thorough" || $0 == "--tips" }
guard countsTips ? arguments.count > 1 : arguments.count == 2 else {
    print("usage: vision-benchmarks hand_landmarker.task PICTURE [--runs N]")
    print("       vision-benchmarks hand_landmarker.task --tips [--thorough] DIRECTORY…")
    exit(1)
}
do {
    if countsTips {
        VisionModels.folder = URL(fileURLWithPath: arguments[0]).deletingLastPathComponent()
        for directory in arguments.dropFirst() { try countTips(in: directory, isThorough: isThorough) }
    } else {
        try measure(bundle: arguments[0], picture: arguments[1], runs: runs)
    }
} catch {
    print("vision-benchmarks: \(error)")
    exit(1)
}
