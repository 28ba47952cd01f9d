import CTegataShims
import TegataBuffers
import TegataCapture
import TegataHands
import TegataInference
import TegataPixels
import TegataRecords
import TegataSystem

/// A run of the device program: frames in, answers out.
package final class DeviceRun {
    private let options: DeviceOptions
    private let host: DeviceHost
    private let cameras: any VideoDeviceCalls
    private let find: DeviceKind.Finding
    private var output: AnswerOutput
    private var statistics: RunStatistics?

    private var frame = VideoFrame()
    /// Of frames that were looked at.
    private var frameCount = 0
    private var lastMilliseconds = Milliseconds.min
    private var droppedFrames = 0
    /// Why a camera was waited for last, and after how many frames.
    private var told = (reason: "", frameCount: 0)
    /// What ended the run while a camera's picture was borrowed.
    private var failure: DeviceError?

    /// Loads the networks of a program of some kind. Answers go to `descriptor`.
    package init(
        _ options: DeviceOptions, of kind: DeviceKind = .whole, host: DeviceHost, cameras: any VideoDeviceCalls,
        descriptor: Int32
    ) throws(DeviceError) {
        self.options = options
        self.host = host
        self.cameras = cameras
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
        // Loading has needed more than running does.
        host.releasePages()
        output = AnswerOutput(
            descriptor: descriptor, name: options.socket ?? "standard output", isBinary: options.isBinary,
            hasJoints: options.writesJoints, handCount: options.pipeline.maximumHandCount)
        if options.writesStatistics { statistics = RunStatistics() }
    }

    /// Answers frames until the source or its reader ends, or ``LiveStreams`` are told to.
    package func run() throws(DeviceError) {
        defer { writeStatistics(isLast: true) }
        if !options.sourceName.utf8.elementsEqual("standard input".utf8),
            cameras.isVideoDevice(options.source) || options.waitsForCamera
        {
            try runCameras()
            return
        }
        do throws(VideoError) {
            try runStream(FrameSource(options))
        } catch {
            // The frame that a signal has cut is no fault.
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
            // The first has brought the memory that all are read into.
            if sourceIndex == 0 { statistics?.begin(host) }
            sourceIndex += 1
            guard (sourceIndex - 1) % options.every == 0 else { continue }
            let arrival = tegata_monotonic_nanoseconds()
            let milliseconds = frame.timestampMs
            frame.bytes.withUnsafeBytes { bytes in
                do throws(TegataError) {
                    let view = try ImageView(
                        frame.pixelFormat, width: frame.width, height: frame.height, bytes: bytes,
                        encoding: frame.encoding)
                    answer(view, milliseconds, arrival, isPicture: source.isOfPictures && !options.tracks)
                } catch {
                    failure = .data("\(options.sourceName): \(error.description)")
                }
            }
            if failure != nil { return }
        }
    }

    // MARK: Cameras

    /// How long a missing camera is waited for at a time.
    private static let waitMilliseconds: Int32 = 500

    private func runCameras() throws(DeviceError) {
        let start = cameras.monotonicMicroseconds()
        while frameCount < options.frameCount, !cameras.mustEnd {
            let openedMilliseconds = Milliseconds((cameras.monotonicMicroseconds() - start) / 1000)
            var problem: CameraProblem?
            do throws(CameraProblem) {
                // A camera that has come back counts on.
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

    /// Says why a camera is waited for, not each time that the same is found again.
    private func tell(_ reason: String) {
        defer { told = (reason, frameCount) }
        if told.frameCount == frameCount, told.reason.utf8.elementsEqual(reason.utf8) { return }
        host.tell(reason + "; waiting for it")
    }

    private func runCamera(from base: Milliseconds) throws(CameraProblem) {
        guard cameras.isVideoDevice(options.source) else { throw .unplugged }
        let reader = try CameraReader(options.source, options.camera, cameras)
        statistics?.begin(host)
        var sourceIndex = 0
        reader.borrower = { [self] picture, milliseconds in
            guard sourceIndex % options.every == 0 else { return }
            answer(picture, base + milliseconds, tegata_monotonic_nanoseconds(), isPicture: false)
        }
        defer { reader.borrower = nil }
        let droppedBefore = droppedFrames
        while frameCount < options.frameCount {
            do throws(VideoError.Problem) {
                guard try reader.read(into: &frame, index: sourceIndex) else { return }
            } catch {
                if case .camera(let problem) = error { throw problem }
                return
            }
            droppedFrames = droppedBefore + reader.droppedFrameCount
            if failure != nil { return }
            sourceIndex += 1
        }
    }

    // MARK: Answers

    private func answer(_ picture: ImageView, _ milliseconds: Milliseconds, _ arrival: UInt64, isPicture: Bool) {
        do throws(TegataError) {
            // Two frames of a video may be within a millisecond.
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
            try output.write(hands)
        } catch {
            failure = error
        }
    }

    private func writeStatistics(isLast: Bool) {
        statistics?.writeIfDue(host, droppedFrames: droppedFrames, isLast: isLast) { line in
            try? writeAll(line.bytes, to: STDERR_FILENO)
        }
    }
}

extension CameraProblem {
    /// Whether it may be gone when the camera is opened once more.
    fileprivate var mayPass: Bool {
        switch self {
        case .unplugged, .busy, .silent, .failed, .permissionDenied, .bandwidthMissing, .damagedFrames: true
        case .notACamera, .interfaceUnsupported, .noUsableFormat, .implausible, .libraryMissing: false
        }
    }
}
