import Synchronization
import TegataBuffers
import TegataImages
import TegataJPEG
import TegataPixels
import TegataSystem

/// The pixels of one or more image handles, which never change. Rows begin at multiples of 16 bytes.
final class Picture: @unchecked Sendable {
    let format: PictureFormat
    let width: Int
    let height: Int
    /// The number of bytes from one row to the next.
    let rowStride: Int
    private let pixels: UnsafeMutableRawPointer
    /// The pixels without gaps between rows, once they have been requested. This is atomic, because a forked process
    /// might find a lock that is held forever.
    private let packed = Atomic<UnsafeMutableRawPointer?>(nil)

    private static let alignment = 16

    /// Creates an image from rows that `fill` writes, given the index of a row and the address of its first byte.
    init(
        format: PictureFormat, width: Int, height: Int, filling fill: (_ row: Int, UnsafeMutableRawPointer) -> Void
    ) throws(CallError) {
        let (rowBytes, overflow) = width.multipliedReportingOverflow(by: format.pixelByteCount)
        let (stride, strideOverflow) = rowBytes.addingReportingOverflow(Self.alignment - 1)
        rowStride = stride / Self.alignment * Self.alignment
        let (byteCount, sizeOverflow) = rowStride.multipliedReportingOverflow(by: height)
        guard width >= 0, height >= 0, !overflow, !strideOverflow, !sizeOverflow, rowStride <= Int(Int32.max) else {
            throw CallError(.invalidArgument, "An image of \(width)×\(height) pixels is not possible.")
        }
        guard let memory = aligned_alloc(Self.alignment, max(byteCount, Self.alignment)) else { throw .outOfMemory }
        self.format = format
        self.width = width
        self.height = height
        pixels = memory
        // Skip empty rows, because there may be as many of them as an integer allows.
        for row in 0..<(rowBytes > 0 ? height : 0) {
            let start = memory + row * rowStride
            fill(row, start)
            memset(start + rowBytes, 0, rowStride - rowBytes)
        }
    }

    /// Copies pixels without gaps between rows.
    convenience init(
        format: PictureFormat, width: Int, height: Int, copying source: UnsafeRawPointer?
    ) throws(CallError) {
        let rowBytes = width * format.pixelByteCount
        try self.init(format: format, width: width, height: height) { row, target in
            guard let source else { return }
            target.copyMemory(from: source + row * rowBytes, byteCount: rowBytes)
        }
    }

    deinit {
        free(pixels)
        free(packed.load(ordering: .acquiring))
    }

    var rowByteCount: Int { width * format.pixelByteCount }
    var isContiguous: Bool { rowStride == rowByteCount }

    func isAligned(to alignment: Int) -> Bool {
        guard alignment > 0 else { return false }
        return UInt(bitPattern: pixels).isMultiple(of: UInt(alignment))
            && (height <= 1 || rowStride.isMultiple(of: alignment))
    }

    /// Returns the pixels without gaps between rows, valid as long as the image exists.
    func contiguousPixels() throws(CallError) -> UnsafeRawPointer {
        guard !isContiguous else { return UnsafeRawPointer(pixels) }
        if let packed = packed.load(ordering: .acquiring) { return UnsafeRawPointer(packed) }
        guard let memory = malloc(max(height * rowByteCount, 1)) else { throw .outOfMemory }
        for row in 0..<height {
            (memory + row * rowByteCount).copyMemory(from: pixels + row * rowStride, byteCount: rowByteCount)
        }
        let (isFirst, first) = packed.compareExchange(
            expected: nil, desired: memory, ordering: .acquiringAndReleasing)
        guard !isFirst, let first else { return UnsafeRawPointer(memory) }
        free(memory)
        return UnsafeRawPointer(first)
    }

    /// Returns the address of an element; nil if there is none.
    func element(row: Int, column: Int, channel: Int) -> UnsafeRawPointer? {
        guard row >= 0, row < height, column >= 0, column < width, channel >= 0, channel < format.channelCount else {
            return nil
        }
        return UnsafeRawPointer(pixels)
            + (row * rowStride + column * format.pixelByteCount + channel * format.element.byteCount)
    }

    /// Returns the image in the form that tasks process, valid as long as the image exists.
    func view() throws(CallError) -> ImageView {
        guard let pixelFormat = format.pixelFormat else {
            throw CallError(
                .invalidArgument,
                "Images of the format \(format.name) are not supported. Use the format SRGB, SRGBA or GRAY8.")
        }
        guard width > 0, height > 0 else {
            throw CallError(.internal, "ROI width and height must be > 0: the image is empty.")
        }
        let bytes = UnsafeRawBufferPointer(start: pixels, count: height * rowStride)
        return try withCallErrors { () throws(TegataError) in
            try ImageView(pixelFormat, width: width, height: height, bytes: bytes, rowStride: rowStride)
        }
    }
}

extension PictureFormat {
    var pixelByteCount: Int { channelCount * element.byteCount }
}

extension Picture {
    /// Reads a file and turns the image upright.
    convenience init(readingFileAt path: String) throws(CallError) {
        let samples: StoredSamples
        do {
            samples = try StoredSamples(readingFileAt: path, decodingJPEG: StoredSamples.init(decodingJPEGAsMediaPipe:))
        } catch {
            throw CallError(error)
        }
        let format: PictureFormat
        switch samples.channelCount {
        case 1: format = .gray8
        case 3: format = .srgb
        case 4: format = .srgba
        default:
            throw CallError(
                .invalidArgument,
                "Expected image with 1 (grayscale), 3 (RGB) or 4 (RGBA) channels, "
                    + "found \(samples.channelCount) channels.")
        }
        let rowBytes = samples.width * samples.channelCount
        try self.init(format: format, width: samples.width, height: samples.height) { row, target in
            samples.values.withUnsafeBytes { source in
                guard let start = source.baseAddress else { return }
                target.copyMemory(from: start + row * rowBytes, byteCount: rowBytes)
            }
        }
    }
}

extension CallError {
    fileprivate init(_ error: ImageFileError) {
        switch error.problem {
        case .unreadable(.notFound): self.init(.notFound, "Can't find file: \(error.file)")
        case .unreadable(.permissionDenied):
            self.init(.permissionDenied, "Error while reading file: \(error.description)")
        case let problem where problem.isWantOfMemory: self.init(.resourceExhausted, error.description)
        case .unreadable: self.init(.unknown, "Error while reading file: \(error.description)")
        default: self.init(.internal, "Failed to load image from file (\(error.description))")
        }
    }
}
