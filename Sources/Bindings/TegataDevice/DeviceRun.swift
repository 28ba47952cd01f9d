import CTegataShims
import TegataBuffers
import TegataCapture
import TegataHands
import TegataInference
import TegataPixels
import TegataRecords
import TegataSystem

/// A run of the device program, which reads frames and writes results.
package final class DeviceRun {
    private let options: DeviceOptions
    private let host: DeviceHost
    private let cameras: any VideoDeviceCalls
    private let find: DeviceKind.Finding
    private let decodeFrame: PictureDecoder?
    private let describe: ((String, CameraDescription) -> String)?
    private var output: ResultOutput
    private var statistics: RunStatistics?
    /// The events of the video; nil if frames are written.
    private var events: HandEvents?

    private var frame = VideoFrame()
    /// The number of processed frames.
    private var frameCount = 0
    private var lastMilliseconds = Milliseconds.min
    private var droppedFrames = 0
    private var damagedFrames = 0
    /// The last notice about waiting for a camera, and the number of processed frames at that time.
    private var told = (reason: "", frameCount: 0)
    /// The error that ends the run, stored because it occurs in a closure that cannot throw.
    private var failure: DeviceError?

    /// Loads the networks for a kind of program. Results go to `descriptor`.
    package init(
        _ options: DeviceOptions, of kind: DeviceKind = .whole, host: DeviceHost, cameras: any VideoDeviceCalls,
        descriptor: Int32
    ) throws(DeviceError) {
        self.options = options
        self.host = host
        self.cameras = cameras
        decodeFrame = kind.decodeFrame
        describe = kind.describe
        if let cores = options.cores, !host.useProcessors(cores) {
            throw .system("--cores: the system has none of these processors, or does not let this process use them")
        }
        do throws(TegataError) {
            let bundle = try Bytes(mappingFileAt: options.bundle)
            find = try kind.open(bundle, options)
            bundle.releasePages()
        } catch {
            throw error.kind == .unavailable ? .system("--precision: \(error.description)") : .bundle(error.description)
        }
        // Return memory, because loading needs more than running does.
        host.releasePages()
        output = ResultOutput(
            descriptor: descriptor, name: options.socket ?? "standard output", isBinary: options.isBinary,
            hasJoints: options.writesJoints, handCount: options.pipeline.maximumHandCount)
        if options.writesStatistics { statistics = RunStatistics() }
        if options.reportsEvents { events = HandEvents(ofFingers: false) }
    }

    /// Processes frames until the source or the reader of the results ends, or ``LiveStreams`` are ended.
    package func run() throws(DeviceError) {
        defer { writeStatistics(isLast: true) }
        try runSource()
        for event in events?.end() ?? [] { try output.write(event) }
    }

    private func runSource() throws(DeviceError) {
        if !options.sourceName.utf8.elementsEqual("standard input".utf8),
            cameras.isVideoDevice(options.source) || options.waitsForCamera
        {
            try runCameras()
            return
        }
        do throws(VideoError) {
            try runStream(FrameSource(options))
        } catch {
            // Ignore a frame that a signal has cut, because it is not an error.
            if failure == nil, !LiveStreams.haveEnded { throw DeviceError(error) }
        }
        if let failure { throw failure }
    }

    // MARK: Streams

    private func runStream(_ source: FrameSource) throws(VideoError) {
        var sourceIndex = 0
        while frameCount < options.frameCount, !LiveStreams.haveEnded {
            let isFound: Bool
            do throws(VideoError.Problem) {
                isFound = try source.read(into: &frame, index: sourceIndex)
            } catch {
                throw VideoError(file: options.sourceName, problem: error)
            }
            guard isFound else { return }
            // Count allocations from here on, because the first frame allocates the memory for all frames.
            if sourceIndex == 0 { statistics?.begin(host) }
            sourceIndex += 1
            guard (sourceIndex - 1) % options.every == 0 else { continue }
            let arrival = tegata_monotonic_nanoseconds()
            processFrame(frame.timestampMs, arrival, isPicture: source.isOfPictures && !options.tracks)
            if failure != nil { return }
        }
    }

    // MARK: Cameras

    /// The time between two searches for a missing camera, in milliseconds.
    private static let waitMilliseconds: Int32 = 500

    private func runCameras() throws(DeviceError) {
        let start = cameras.monotonicMicroseconds()
        while frameCount < options.frameCount, !cameras.mustEnd {
            let openedMilliseconds = Milliseconds((cameras.monotonicMicroseconds() - start) / 1000)
            var problem: CameraProblem?
            do throws(CameraProblem) {
                // Continue the timestamps of a camera that has come back.
                try runCamera(from: frameCount == 0 ? 0 : openedMilliseconds)
            } catch {
                problem = error
            }
            if let failure { throw failure }
            guard let problem else { return }
            let error = DeviceError(VideoError(file: options.sourceName, problem: .camera(problem)))
            guard options.waitsForCamera, problem.mayPass else { throw error }
            tell(error.message)
            while !cameras.mustEnd {
                writeStatistics(isLast: false)
                _ = cameras.wait(-1, milliseconds: Self.waitMilliseconds)
                if cameras.isVideoDevice(options.source) { break }
            }
        }
    }

    /// Reports why the program waits for a camera, but does not repeat the same reason.
    private func tell(_ reason: String) {
        defer { told = (reason, frameCount) }
        if told.frameCount == frameCount, told.reason.utf8.elementsEqual(reason.utf8) { return }
        host.tell(reason + "; waiting for it")
    }

    private func runCamera(from base: Milliseconds) throws(CameraProblem) {
        guard cameras.isVideoDevice(options.source) else { throw .unplugged }
        let reader = try CameraReader(options.source, options.camera, cameras, decoder: decodeFrame)
        if let describe { host.note(describe(options.source, reader.description)) }
        statistics?.begin(host)
        var sourceIndex = 0
        var isLent = false
        reader.borrower = { [self] picture, milliseconds in
            isLent = true
            guard sourceIndex % options.every == 0 else { return }
            process(picture, base + milliseconds, tegata_monotonic_nanoseconds(), isPicture: false)
        }
        defer { reader.borrower = nil }
        let (droppedBefore, damagedBefore) = (droppedFrames, damagedFrames)
        while frameCount < options.frameCount {
            do throws(VideoError.Problem) {
                guard try reader.read(into: &frame, index: sourceIndex) else { return }
            } catch {
                if case .camera(let problem) = error { throw problem }
                return
            }
            droppedFrames = droppedBefore + reader.droppedFrameCount
            damagedFrames = damagedBefore + reader.damagedFrameCount
            // Frames that were compressed are not in the driver's memory.
            if !isLent, sourceIndex % options.every == 0 {
                processFrame(base + frame.timestampMs, tegata_monotonic_nanoseconds(), isPicture: false)
            }
            if failure != nil { return }
            sourceIndex += 1
        }
    }

    // MARK: Results

    /// Finds the hands in the frame that was read.
    private func processFrame(_ milliseconds: Milliseconds, _ arrival: UInt64, isPicture: Bool) {
        frame.bytes.withUnsafeBytes { bytes in
            do throws(TegataError) {
                let view = try ImageView(
                    frame.pixelFormat, width: frame.width, height: frame.height, bytes: bytes,
                    encoding: frame.encoding)
                process(view, milliseconds, arrival, isPicture: isPicture)
            } catch {
                failure = .data("\(options.sourceName): \(error.description)")
            }
        }
    }

    private func process(_ picture: ImageView, _ milliseconds: Milliseconds, _ arrival: UInt64, isPicture: Bool) {
        do throws(TegataError) {
            // Increase equal timestamps, because two frames of a video may be within a millisecond.
            lastMilliseconds =
                options.tracks ? max(milliseconds, lastMilliseconds.clampedSum(with: 1)) : milliseconds
            let result = try find(picture, lastMilliseconds)
            let hands = FrameRecord(
                source: options.source,
                frame: isPicture ? nil : .init(index: frameCount, milliseconds: milliseconds), width: picture.width,
                height: picture.height, hands: result.hands, hasGestures: options.recognizesGestures,
                gestureEvents: result.gestureEvents)
            frameCount += 1
            write(hands)
        } catch {
            failure = .data("\(options.sourceName): \(error.description)")
        }
        if failure != nil { return }
        statistics?.add(nanoseconds: tegata_monotonic_nanoseconds() - arrival)
        writeStatistics(isLast: false)
    }

    private func write(_ hands: FrameRecord) {
        do throws(DeviceError) {
            if let happened = events?.events(in: hands) {
                for event in happened { try output.write(event) }
            } else {
                try output.write(hands)
            }
        } catch {
            failure = error
        }
    }

    /// Shows that the run goes on, and writes the statistics if they are due.
    private func writeStatistics(isLast: Bool) {
        host.beat()
        let lost = (dropped: droppedFrames, damaged: damagedFrames)
        statistics?.writeIfDue(host, lost, isLast: isLast) { line in
            try? writeAll(line.bytes, to: STDERR_FILENO)
        }
    }
}

extension CameraProblem {
    /// Whether the problem may be gone when the camera is opened again.
    fileprivate var mayPass: Bool {
        switch self {
        case .unplugged, .busy, .silent, .failed, .permissionDenied, .bandwidthMissing, .damagedFrames: true
        case .notACamera, .interfaceUnsupported, .noUsableFormat, .implausible, .libraryMissing: false
        }
    }
}
