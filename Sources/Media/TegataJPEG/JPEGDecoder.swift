import TegataBuffers
import TegataImages

/// Decodes JPEG files exactly as MediaPipe does, bit for bit: with the same arithmetic, and the same results for
/// damaged files.
///
/// MediaPipe reads image files with stb_image. libjpeg has a different inverse transform and upsampling, and continues
/// after other kinds of damage.
struct JPEGDecoder: ~Copyable {
    let file: Bytes
    let frame: Frame
    private(set) var tables: Tables
    /// The state of the components after the scans read so far.
    var components: [Component]
    /// The samples of all components, plane after plane: whole blocks, with zeros where there was no data.
    var planes: [UInt8] = []
    /// The number of unit rows that the planes have room for; later rows overwrite earlier ones.
    private(set) var planeUnitRows = 0
    /// Writes the pixels while a scan is being read, if it is the only one.
    var writer: PixelWriter?
    /// The coefficients of each component of a progressive image.
    var coefficients: [[Block]] = []
    /// The number of blocks that follow without coefficients in this scan.
    var emptyCount = 0
    /// Whether the scan has only one component.
    private(set) var isAlone = false
    var segments: Segments

    struct Component {
        var dcTable = 0
        var acTable = 0
        var prediction: Prediction = 0
        /// The index of the first sample in its plane.
        var planeStart = 0
        /// Whether a scan contained the component.
        var hasData = false
    }

    /// Even a scan of a few bytes costs a pass over the whole image; encoders write a few dozen at most.
    private static let maximumScanCount = 500

    /// Reads the file up to the frame header, which contains the image size.
    init(_ file: Bytes) throws(Fault) {
        var segments = Segments(file)
        var tables = Tables()
        guard segments.nextMarker() == 0xD8 else { throw Fault("no start") }
        var marker = segments.nextMarker()
        while marker == nil || !(0xC0...0xC2).contains(marker ?? 0) {
            guard let found = marker else { throw Fault("no frame header") }
            try tables.read(found, &segments)
            marker = segments.nextMarker()
            // Some files have other bytes between segments.
            while marker == nil, !segments.isAtEnd { marker = segments.nextMarker() }
        }
        frame = try Frame(&segments, isProgressive: marker == 0xC2)
        components = [Component](repeating: Component(), count: frame.components.count)
        self.file = file
        self.tables = tables
        self.segments = segments
    }

    /// Writes the pixels.
    mutating func decode(into pixels: UnsafeMutableBufferPointer<UInt8>) throws(ImageFileError.Problem) {
        let start = (segments, tables, components)
        guard unsafe try !decodeInBands(into: pixels) else { return }
        (segments, tables, components) = start
        let fault = try decodePlanes()
        // Keep what was decoded before a damaged segment, if it makes up a whole image.
        let isComplete = components.allSatisfy { $0.hasData } && !(frame.isProgressive && fault != nil)
        guard isComplete else { throw segments.isAtEnd ? .truncated : (fault ?? Fault("no data")).problem }
        writer = unsafe PixelWriter(frame, colours, planeUnits: planeUnitRows, pixels: pixels)
        if frame.isProgressive {
            transformCoefficients()
        } else {
            writer?.write(planes, rowCounts: frame.components.map { $0.height })
        }
    }

    /// Decodes a file with a single scan, as most have, with planes that have room for two rows of units. Returns false
    /// if the file is of another kind.
    private mutating func decodeInBands(
        into pixels: UnsafeMutableBufferPointer<UInt8>
    ) throws(ImageFileError.Problem) -> Bool {
        guard !frame.isProgressive else { return false }
        var marker = segments.nextMarker()
        while marker != 0xDA {
            guard let found = marker else { return false }
            do throws(Fault) { try tables.read(found, &segments) } catch { return false }
            marker = segments.nextMarker()
        }
        try makePlanes(unitRows: min(2, frame.unitRowCount))
        writer = unsafe PixelWriter(frame, colours, planeUnits: planeUnitRows, pixels: pixels)
        defer { writer = nil }
        do throws(Fault) {
            guard try readScan() else { return false }
        } catch {
            throw error.problem
        }
        marker = markerBehindScan()
        return marker == nil || marker == 0xD9
    }

    private mutating func makePlanes(unitRows: Int) throws(ImageFileError.Problem) {
        planeUnitRows = unitRows
        var count = 0
        for (index, component) in frame.components.enumerated() {
            components[index].planeStart = count
            count += component.stride * 8 * component.sampling.vertical * unitRows
        }
        planes = unsafe try newPixels(count: count) { unsafe $0.initialize(repeating: 0) }
    }

    /// Decodes all scans. Returns the fault of a segment if that ends them early.
    private mutating func decodePlanes() throws(ImageFileError.Problem) -> Fault? {
        try makePlanes(unitRows: frame.isProgressive ? min(2, frame.unitRowCount) : frame.unitRowCount)
        for component in frame.components where frame.isProgressive {
            coefficients.append(
                unsafe try newPixels(count: component.blocksPerRow * component.blockRowCount) {
                    unsafe $0.initialize(repeating: Block(repeating: 0))
                })
        }
        do throws(Fault) { return try readScans() } catch { throw error.problem }
    }

    private var colours: PixelWriter.Colours {
        switch (frame.components.count, tables.adobeTransform) {
        case (1, _): .gray
        case (3, let transform):
            frame.isNamedRGB || transform == 0 && !tables.hasJFIF ? .rgb : .luminance
        case (_, 0): .cmyk
        case (_, 2): .ycck
        // The fourth component, if any, is ignored.
        default: .luminance
        }
    }

    /// Reads all scans. Returns the fault of a segment if that ends them early.
    private mutating func readScans() throws(Fault) -> Fault? {
        var scanCount = 0
        var marker = segments.nextMarker()
        while marker != 0xD9 {
            if marker == 0xDA {
                scanCount += 1
                guard scanCount <= Self.maximumScanCount else { throw Fault("more than 500 scans") }
                _ = try readScan()
                marker = markerBehindScan()
            } else if marker == 0xDC {
                guard segments.nextWord() == 4, segments.nextWord() == frame.height else { throw Fault("two heights") }
                marker = segments.nextMarker()
            } else {
                guard let found = marker else { return Fault("no marker") }
                do throws(Fault) { try tables.read(found, &segments) } catch { return error }
                marker = segments.nextMarker()
            }
        }
        return nil
    }

    /// Skips stray bytes after a scan, and returns the next marker.
    private mutating func markerBehindScan() -> UInt8? {
        if segments.pendingMarker == nil { segments.skipToMarker() }
        let marker = segments.nextMarker()
        guard let marker, isRestart(marker) else { return marker }
        return segments.nextMarker()
    }

    func isRestart(_ marker: UInt8) -> Bool { 0xD0...0xD7 ~= marker }

    /// Reads a scan's header and data. Returns whether the scan has all blocks of its components and, if there is a
    /// writer, all components.
    private mutating func readScan() throws(Fault) -> Bool {
        let length = segments.nextWord()
        let count = Int(segments.nextByte())
        guard 1...components.count ~= count, length == 6 + 2 * count else { throw .badScan }
        var order: [Int] = []
        for _ in 0..<count {
            let name = segments.nextByte()
            let choice = segments.nextByte()
            guard let index = frame.components.firstIndex(where: { $0.name == name }), choice >> 4 < 4, choice & 0xF < 4
            else { throw .badScan }
            components[index].dcTable = Int(choice >> 4)
            components[index].acTable = 4 + Int(choice & 0xF)
            order.append(index)
        }
        let (first, last, bits) = (Int(segments.nextByte()), Int(segments.nextByte()), segments.nextByte())
        let (high, low) = (Int32(bits >> 4), Int32(bits & 0xF))
        for index in order { components[index].hasData = true }
        isAlone = count == 1
        guard writer == nil || order.sorted() == Array(components.indices) else { return false }
        let huffman = tables.huffman
        if frame.isProgressive {
            guard first <= last, last < 64, high < 14, low < 14 else { throw .badScan }
            let pass = Pass(range: first...last, isFirst: high == 0, shift: low)
            return try readUnits(order) { (decoder, component, row, column, bits, span) throws(Fault) in
                try decoder.readPart(pass, huffman, component, row, column, &bits, span)
            }
        } else {
            guard first == 0, high == 0, low == 0 else { throw .badScan }
            let steps = ScanSteps(tables.quantisation)
            return try readUnits(order) { (decoder, component, row, column, bits, span) throws(Fault) in
                try decoder.readBlock(huffman, steps, component, row, column, &bits, span)
            }
        }
    }

    /// Begins a scan, or the part of it after a restart marker.
    mutating func restart() {
        for index in components.indices { components[index].prediction = 0 }
        emptyCount = 0
    }
}
