import MediaPipeTasksVision
import Synchronization
import TegataTestSupport
import Testing

@Suite("Hand landmarker, live streams", .enabled(if: hasLandmarker, "needs hand_landmarker.task"))
struct LiveStreamTests {
    private func landmarker(_ delegate: any HandLandmarkerLiveStreamDelegate, asset: ModelAsset? = nil) throws
        -> HandLandmarker
    {
        try HandLandmarker(
            options: landmarkerOptions {
                $0.runningMode = .liveStream
                $0.handLandmarkerLiveStreamDelegate = delegate
                $0.baseOptions.modelAsset = asset
                $0.numHands = 2
            })
    }

    @Test("processes the first and the newest frame of a burst, and counts the others as dropped")
    func burst() throws {
        let gate = DispatchSemaphore(value: 0)
        let listener = Listener { timestamp in
            if timestamp == 0 { gate.wait() }
        }
        let landmarker = try landmarker(listener)
        let image = try renderedHands("victory_left").mpImage()
        #expect(landmarker.droppedFrameCount == 0)
        for timestamp in 0..<20 { try landmarker.detectAsync(image: image, timestampInMilliseconds: timestamp) }
        gate.signal()
        listener.wait(for: 2)
        #expect(listener.timestamps == [0, 19])
        #expect(landmarker.droppedFrameCount == 18)
        // When idle, the landmarker takes the next frame at once.
        try landmarker.detectAsync(image: image, timestampInMilliseconds: 20)
        listener.wait(for: 1)
        #expect(listener.timestamps == [0, 19, 20])
        #expect(listener.errors.isEmpty)
    }

    @Test("reports frames without hands, and never on the caller's thread")
    func noHands() throws {
        let caller = Thread.current
        let listener = Listener { _ in #expect(Thread.current !== caller) }
        let landmarker = try landmarker(listener)
        try landmarker.detectAsync(image: renderedHands("no_hand").mpImage(), timestampInMilliseconds: 5)
        listener.wait(for: 1)
        #expect(listener.handCounts == [0])
    }

    @Test("invalid calls throw at once and change nothing")
    func errors() throws {
        let listener = Listener()
        let landmarker = try landmarker(listener)
        let image = try renderedHands("victory_left").mpImage()
        let mirrored = try renderedHands("victory_left").mpImage(orientation: .leftMirrored)
        let outside = ImageProcessingOptions(region: RegionOfInterest(left: 0, top: 0, right: 2, bottom: 1))
        try landmarker.detectAsync(image: image, timestampInMilliseconds: 10)
        listener.wait(for: 1)
        let calls: [() throws -> Void] = [
            { try landmarker.detectAsync(image: image, timestampInMilliseconds: 10) },
            { try landmarker.detectAsync(image: image, timestampInMilliseconds: 9) },
            { try landmarker.detectAsync(image: mirrored, timestampInMilliseconds: 11) },
            { try landmarker.detectAsync(image: image, timestampInMilliseconds: 11, imageProcessingOptions: outside) },
        ]
        for call in calls { #expect(tasksError(call)?.code == .invalidArgument) }
        try landmarker.detectAsync(image: image, timestampInMilliseconds: 11)
        listener.wait(for: 1)
        #expect(listener.timestamps == [10, 11])
        landmarker.resetTracking()
        try landmarker.detectAsync(image: image, timestampInMilliseconds: 0)
        listener.wait(for: 1)
        #expect(listener.timestamps == [10, 11, 0])
    }

    @Test("a reset starts another stream while frames of the last one are still being processed")
    func reset() throws {
        let gate = DispatchSemaphore(value: 0)
        let listener = Listener { timestamp in
            if timestamp == 100 { gate.wait() }
        }
        let landmarker = try landmarker(listener)
        let image = try renderedHands("victory_left").mpImage()
        for timestamp in [100, 101] { try landmarker.detectAsync(image: image, timestampInMilliseconds: timestamp) }
        landmarker.resetTracking()
        for timestamp in [0, 1] { try landmarker.detectAsync(image: image, timestampInMilliseconds: timestamp) }
        gate.signal()
        listener.wait(for: 2)
        #expect(listener.timestamps == [100, 1])
        // Both are the first frames of their streams.
        #expect(listener.hashes[0] == listener.hashes[1])
        #expect(listener.errors.isEmpty)
    }

    @Test(
        "copies all planes of frames in the caller's memory",
        arguments: [PixelFormat.gray, .nv12, .nv21, .i420])
    func planes(format: PixelFormat) throws {
        let picture = try renderedHands("victory_left")
        let (width, height) = (picture.width, picture.height)
        let gap = 24
        // The green channel is the luma, chroma varies over the image, and the gaps contain arbitrary bytes.
        var luma: [UInt8] = []
        for row in 0..<height {
            luma +=
                (0..<width).map { picture.bytes[3 * (row * width + $0) + 1] }
                + [UInt8](repeating: UInt8(row % 251), count: gap)
        }
        let chromaCount = (width + gap) * height / 2
        var chroma: [[UInt8]] = [0, 5].map { (start: Int) -> [UInt8] in
            (0..<chromaCount).map { (index: Int) -> UInt8 in UInt8(120 + (index / 7 + start) % 16) }
        }
        func withImage<Result>(_ body: (MPImage) throws -> Result) throws -> Result {
            try luma.withUnsafeBytes { luma in
                try chroma[0].withUnsafeBytes { first in
                    try chroma[1].withUnsafeBytes { second in
                        let planes = [
                            ImagePlane(luma, rowStride: width + gap), ImagePlane(first, rowStride: width + gap),
                            ImagePlane(second, rowStride: width + gap),
                        ]
                        let count = format == .gray ? 1 : format == .i420 ? 3 : 2
                        return try body(
                            MPImage(
                                planesNoCopy: Array(planes.prefix(count)), width: width, height: height, format: format)
                        )
                    }
                }
            }
        }
        let video = try HandLandmarker(
            options: landmarkerOptions {
                $0.runningMode = .video
                $0.numHands = 2
            })
        let expected = try withImage { try ResultValues(video.detect(videoFrame: $0, timestampInMilliseconds: 0)) }
        #expect(expected.points.count == 1)
        let listener = Listener()
        let landmarker = try landmarker(listener)
        try withImage { try landmarker.detectAsync(image: $0, timestampInMilliseconds: 0) }
        // The caller reuses its memory, as for the next frame.
        luma = [UInt8](repeating: 0, count: luma.count)
        chroma = chroma.map { [UInt8](repeating: 0, count: $0.count) }
        listener.wait(for: 1)
        #expect(listener.hashes == [expected.hashValue])
    }

    @Test("the delegate may send the next frame")
    func chain() throws {
        let image = try renderedHands("victory_left").mpImage()
        let listener = Listener()
        let landmarker = try landmarker(listener)
        listener.onResult = { [weak landmarker] timestamp in
            if timestamp < 5 { try? landmarker?.detectAsync(image: image, timestampInMilliseconds: timestamp + 1) }
        }
        try landmarker.detectAsync(image: image, timestampInMilliseconds: 0)
        listener.wait(for: 6)
        #expect(listener.timestamps == Array(0...5))
    }

    @Test("accepts frames after its delegate has been released")
    func delegateGone() throws {
        var listener: Listener? = Listener()
        let landmarker = try landmarker(#require(listener))
        weak let remembered = listener
        let image = try renderedHands("no_hand").mpImage()
        try landmarker.detectAsync(image: image, timestampInMilliseconds: 0)
        listener?.wait(for: 1)
        listener = nil
        // The call that reported the last result may still hold a reference to the listener for a moment.
        while remembered != nil { usleep(1000) }
        for timestamp in 1..<10 { try landmarker.detectAsync(image: image, timestampInMilliseconds: timestamp) }
        landmarker.resetTracking()
    }

    @Test("landmarkers can be released while frames are being processed")
    func endings() throws {
        let asset = try ModelAsset(path: landmarkerPath)
        let image = try renderedHands("two_hands_mixed").mpImage()
        let listener = Listener()
        for turn in 0..<12 {
            let landmarker = try landmarker(listener, asset: asset)
            for timestamp in 0..<turn % 4 {
                try landmarker.detectAsync(image: image, timestampInMilliseconds: timestamp)
            }
        }
        // The last landmarker is released inside the call that reports its result.
        let last = Mutex<HandLandmarker?>(nil)
        let ending = Listener { _ in last.withLock { $0 = nil } }
        let landmarker = try landmarker(ending, asset: asset)
        last.withLock { $0 = landmarker }
        try landmarker.detectAsync(image: image, timestampInMilliseconds: 0)
        ending.wait(for: 1)
        #expect(last.withLock { $0 } == nil)
    }

    /// Runs in a separate process, so that other tests do not change its memory use.
    @Test("processes a flood of frames in order, at most once, like a video, and in constant memory")
    func flood() async {
        await #expect(processExitsWith: .success) { try LiveStreamTests().takeAFlood() }
    }

    private func takeAFlood() throws {
        let frameCount = ProcessInfo.processInfo.environment["TEGATA_STREAM_FRAMES"].flatMap { Int($0) } ?? 300
        let hands = try renderedHands("two_hands_mixed")
        let pictures = (0..<16).map { hands.shifted(by: 3 * ($0 < 8 ? $0 : 16 - $0)) }
        let video = try HandLandmarker(
            options: landmarkerOptions {
                $0.runningMode = .video
                $0.numHands = 2
            })
        func videoResult(_ frame: Int) throws -> Int {
            let picture = pictures[frame % pictures.count]
            let image = try MPImage(bytes: picture.bytes, width: picture.width, height: picture.height, format: .rgb)
            return try ResultValues(video.detect(videoFrame: image, timestampInMilliseconds: frame)).hashValue
        }
        let listener = Listener()
        let landmarker = try landmarker(listener)
        let pushed = Thread.run {
            // All frames arrive in the same memory, like the frames of many cameras.
            let buffer = hands.bytes.withUnsafeBytes { source in
                let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 16)
                memory.copyMemory(from: source)
                return memory
            }
            defer { buffer.deallocate() }
            var memoryEarly = 0
            var failures = 0
            for frame in 0..<frameCount {
                // Three frames arrive for each one that is processed, regardless of the speed.
                listener.wait { 3 * ($0.count + 1) > frame }
                pictures[frame % pictures.count].bytes.withUnsafeBytes { buffer.copyMemory(from: $0) }
                do {
                    let image = try MPImage(
                        bytesNoCopy: UnsafeRawBufferPointer(buffer), width: hands.width, height: hands.height,
                        format: .rgb)
                    try landmarker.detectAsync(image: image, timestampInMilliseconds: frame)
                } catch { failures += 1 }
                if frame == frameCount / 10 { memoryEarly = residentBytes() }
            }
            return (failures: failures, growth: residentBytes() - memoryEarly)
        }
        #expect(pushed.failures == 0)
        listener.wait { $0.lastTimestamp == frameCount - 1 }
        let taken = listener.timestamps
        #expect(zip(taken, taken.dropFirst()).allSatisfy { $0 < $1 })
        #expect(taken.count + landmarker.droppedFrameCount == frameCount)
        #expect(taken.count <= frameCount / 3 + 2)
        #expect(listener.errors.isEmpty)
        #expect(listener.mostAtOnce == 1)
        // Allows a hundredth of the total bytes of all frames, and at least 64 MiB.
        #expect(pushed.growth < max(64 << 20, frameCount * hands.bytes.count / 100))
        let expected = try taken.map { try videoResult($0) }
        #expect(listener.hashes == expected)
        if frameCount >= 1000 {
            print(
                "\(frameCount) frames, \(taken.count) taken, \(landmarker.droppedFrameCount) dropped, memory grew by \(pushed.growth >> 10) KiB"
            )
        }
    }
}

/// Records results and lets tests wait for them.
private final class Listener: NSObject, HandLandmarkerLiveStreamDelegate, @unchecked Sendable {
    var onResult: ((Int) -> Void)?
    private let lock = NSLock()
    private let received = DispatchSemaphore(value: 0)
    private var state = State()

    private struct State {
        var timestamps: [Int] = []
        var handCounts: [Int] = []
        var hashes: [Int] = []
        var errors: [any Error] = []
        var atOnce = 0
        var mostAtOnce = 0
    }

    init(_ onResult: ((Int) -> Void)? = nil) {
        self.onResult = onResult
    }

    var timestamps: [Int] { lock.withLock { state.timestamps } }
    /// For reading while results are still arriving: these do not copy the arrays, whose reference counts the thread
    /// sanitizer cannot see.
    var lastTimestamp: Int? { lock.withLock { state.timestamps.last } }
    var count: Int { lock.withLock { state.timestamps.count } }
    var handCounts: [Int] { lock.withLock { state.handCounts } }
    var hashes: [Int] { lock.withLock { state.hashes } }
    var errors: [any Error] { lock.withLock { state.errors } }
    var mostAtOnce: Int { lock.withLock { state.mostAtOnce } }

    func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: Error?
    ) {
        lock.withLock {
            state.atOnce += 1
            state.mostAtOnce = max(state.mostAtOnce, state.atOnce)
        }
        onResult?(timestampInMilliseconds)
        lock.withLock {
            state.atOnce -= 1
            if let result, error == nil, result.timestampInMilliseconds == timestampInMilliseconds {
                state.timestamps.append(timestampInMilliseconds)
                state.handCounts.append(result.landmarks.count)
                state.hashes.append(ResultValues(result).hashValue)
            } else {
                state.errors.append(error ?? UnfitPixels())
            }
        }
        received.signal()
    }

    /// Waits for `count` more results.
    func wait(for count: Int) {
        for _ in 0..<count { received.wait() }
    }

    func wait(until isDone: (Listener) -> Bool) {
        while !isDone(self) { received.wait() }
    }
}

extension Thread {
    /// Returns the result of `body`, run on a new thread.
    fileprivate static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
        let result = Mutex<Result?>(nil)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let value = body()
            result.withLock { $0 = value }
            done.signal()
        }
        thread.start()
        done.wait()
        return result.withLock { $0! }
    }
}

/// Returns the amount of memory that the process currently occupies.
private func residentBytes() -> Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").dropFirst()
        .first
    return (pages.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
}
