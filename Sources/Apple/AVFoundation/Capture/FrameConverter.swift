import CoreVideo
import Foundation
import TegataPixels

/// Converts frames to pixel buffers in one pass over the pixels, plus a second one if they are reoriented. Used by one
/// thread.
final class FrameConverter {
    /// The pixel formats that frames can be converted to, best first.
    static let formats = [
        kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        kCVPixelFormatType_32BGRA,
    ]
    /// The key `kCVPixelBufferPixelFormatTypeKey`.
    static let formatKey = "PixelFormatType"

    /// Returns the pixel format that an output's settings request, or the best one if they request none.
    static func format(in settings: [String: Any]?) -> OSType {
        guard let value = settings?[formatKey] else { return formats[0] }
        let number = (value as? OSType) ?? (value as? Int).map { OSType(truncatingIfNeeded: $0) }
        guard let format = number ?? (value as? NSNumber)?.uint32Value, formats.contains(format) else {
            preconditionFailure("the pixel format \(value) is not in availableVideoPixelFormatTypes")
        }
        return format
    }

    private var pool = PixelBufferPool()
    /// Holds frames that are reoriented afterwards.
    private var upright = PixelBufferPool()
    private let colors = ColorTable()

    /// Returns a frame in one of ``formats``; nil if there is not enough memory.
    func buffer(of frame: ImageView, format: OSType, turn: PictureTurn) -> CVPixelBuffer? {
        let isTurned = turn != PictureTurn()
        let straight =
            isTurned
            ? upright.buffer(width: frame.width, height: frame.height, format: format)
            : pool.buffer(width: frame.width, height: frame.height, format: format)
        guard let straight else { return nil }
        if format == kCVPixelFormatType_32BGRA {
            writeColors(of: frame, to: straight)
        } else {
            let range = ColorEncoding(isFullRange: format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
            if let source = frame.lumaChroma {
                writeSamples(of: frame, source, to: straight, range)
            } else {
                writeLumaAndChroma(of: frame, to: straight, range)
            }
        }
        guard isTurned else { return straight }
        let (width, height) = turn.swapsSides ? (frame.height, frame.width) : (frame.width, frame.height)
        guard let turned = pool.buffer(width: width, height: height, format: format) else { return nil }
        turnPlanes(of: straight, by: turn, to: turned)
        return turned
    }

    // MARK: Colours

    private func writeColors(of frame: ImageView, to buffer: CVPixelBuffer) {
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { return }
        let rowStride = CVPixelBufferGetBytesPerRow(buffer)
        guard let source = frame.lumaChroma else {
            for y in 0..<frame.height { copyColors(of: frame, row: y, to: base + y * rowStride) }
            return
        }
        colors.use(frame.encoding)
        let table = UnsafePointer(colors.entries)
        for y in 0..<frame.height {
            let target = (base + y * rowStride).assumingMemoryBound(to: UInt32.self)
            let luma = (source.luma + y * source.lumaRowStride).assumingMemoryBound(to: UInt8.self)
            let chromaRow = y >> source.chromaRowShift
            let u = (source.u + chromaRow * source.uRowStride).assumingMemoryBound(to: UInt8.self)
            let v = (source.v + chromaRow * source.vRowStride).assumingMemoryBound(to: UInt8.self)
            // Two pixels share their chroma.
            for pair in 0..<(frame.width + 1) / 2 {
                let place = pair &* source.chromaStep
                let chroma = table[256 &+ Int(u[place])] &+ table[512 &+ Int(v[place])]
                let x = 2 &* pair
                target[x] = Self.pixel(table[Int(luma[x &* source.lumaStep])] &+ chroma)
                if x &+ 1 < frame.width {
                    target[x &+ 1] = Self.pixel(table[Int(luma[(x &+ 1) &* source.lumaStep])] &+ chroma)
                }
            }
        }
    }

    /// Returns the blue, green, red and alpha bytes of a sum of table entries.
    @inline(__always)
    private static func pixel(_ sum: SIMD4<Int32>) -> UInt32 {
        let color = SIMD4<UInt32>(
            truncatingIfNeeded: (sum &>> 16).clamped(
                lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255)))
        return (color[2] | color[1] << 8 | color[0] << 16 | 0xFF00_0000).littleEndian
    }

    private func copyColors(of frame: ImageView, row y: Int, to target: UnsafeMutableRawPointer) {
        let target = target.assumingMemoryBound(to: UInt8.self)
        let (pixels, places) = Self.pixels(of: frame, row: y)
        for x in 0..<frame.width {
            target[4 * x] = pixels[x * places.step + places.blue]
            target[4 * x + 1] = pixels[x * places.step + places.green]
            target[4 * x + 2] = pixels[x * places.step + places.red]
            target[4 * x + 3] = 255
        }
    }

    /// Returns a row of a frame whose pixels are colours, and the positions of the channels within a pixel.
    private static func pixels(
        of frame: ImageView, row y: Int
    ) -> (UnsafePointer<UInt8>, (red: Int, green: Int, blue: Int, step: Int)) {
        let plane = frame.plane(0)
        let row = (plane.start + y * plane.rowStride).assumingMemoryBound(to: UInt8.self)
        return switch frame.format {
        case .bgra: (row, (2, 1, 0, 4))
        case .rgba: (row, (0, 1, 2, 4))
        case .gray: (row, (0, 0, 0, 1))
        case .rgb, .nv12, .nv21, .i420, .yuyv: (row, (0, 1, 2, 3))
        }
    }

    // MARK: Luma and chroma

    /// Copies the samples of a frame that has luma and chroma. If every row has its own chroma, pairs of rows are
    /// averaged.
    private func writeSamples(
        of frame: ImageView, _ source: LumaChroma, to buffer: CVPixelBuffer, _ range: ColorEncoding
    ) {
        guard let planes = Planes(buffer) else { return }
        let isSameRange = frame.encoding.isFullRange == range.isFullRange
        let (lumaTable, chromaTable) = Self.tables(toFullRange: range.isFullRange)
        for y in 0..<frame.height {
            let row = source.luma + y * source.lumaRowStride
            let target = planes.luma + y * planes.lumaStride
            if isSameRange, source.lumaStep == 1 {
                target.update(from: row.assumingMemoryBound(to: UInt8.self), count: frame.width)
                continue
            }
            let luma = row.assumingMemoryBound(to: UInt8.self)
            if isSameRange {
                for x in 0..<frame.width { target[x] = luma[x * source.lumaStep] }
            } else {
                for x in 0..<frame.width { target[x] = lumaTable[Int(luma[x * source.lumaStep])] }
            }
        }
        let (width, height) = ((frame.width + 1) / 2, (frame.height + 1) / 2)
        for y in 0..<height {
            let upper = source.chromaRowShift == 1 ? y : 2 * y
            let lower = source.chromaRowShift == 1 ? y : min(2 * y + 1, frame.height - 1)
            let target = planes.chroma + y * planes.chromaStride
            let u = (source.u + upper * source.uRowStride).assumingMemoryBound(to: UInt8.self)
            let v = (source.v + upper * source.vRowStride).assumingMemoryBound(to: UInt8.self)
            if isSameRange, source.chromaRowShift == 1, source.chromaStep == 2, source.v == source.u + 1 {
                target.update(from: u, count: 2 * width)
                continue
            }
            let lowerU = (source.u + lower * source.uRowStride).assumingMemoryBound(to: UInt8.self)
            let lowerV = (source.v + lower * source.vRowStride).assumingMemoryBound(to: UInt8.self)
            for x in 0..<width {
                let place = x * source.chromaStep
                let cb = (Int(u[place]) + Int(lowerU[place]) + 1) >> 1
                let cr = (Int(v[place]) + Int(lowerV[place]) + 1) >> 1
                target[2 * x] = isSameRange ? UInt8(truncatingIfNeeded: cb) : chromaTable[cb]
                target[2 * x + 1] = isSameRange ? UInt8(truncatingIfNeeded: cr) : chromaTable[cr]
            }
        }
    }

    /// Computes BT.601 luma and chroma from colours, with chroma from the mean of up to four pixels.
    private func writeLumaAndChroma(of frame: ImageView, to buffer: CVPixelBuffer, _ range: ColorEncoding) {
        guard let planes = Planes(buffer) else { return }
        let factors = LumaChromaFactors(isFullRange: range.isFullRange)
        for y in 0..<frame.height {
            let (pixels, places) = Self.pixels(of: frame, row: y)
            let target = planes.luma + y * planes.lumaStride
            for x in 0..<frame.width {
                let pixel = pixels + x * places.step
                target[x] = factors.luma(pixel[places.red], pixel[places.green], pixel[places.blue])
            }
        }
        for y in 0..<(frame.height + 1) / 2 {
            let (upper, places) = Self.pixels(of: frame, row: 2 * y)
            let (lower, _) = Self.pixels(of: frame, row: min(2 * y + 1, frame.height - 1))
            let target = planes.chroma + y * planes.chromaStride
            for x in 0..<(frame.width + 1) / 2 {
                let (left, right) = (2 * x * places.step, min(2 * x + 1, frame.width - 1) * places.step)
                func sum(_ channel: Int) -> Int32 {
                    Int32(upper[left + channel]) &+ Int32(upper[right + channel]) &+ Int32(lower[left + channel])
                        &+ Int32(lower[right + channel])
                }
                let (u, v) = factors.chroma(ofFour: sum(places.red), sum(places.green), sum(places.blue))
                target[2 * x] = u
                target[2 * x + 1] = v
            }
        }
    }

    /// Returns tables that convert luma and chroma from one range to the other.
    private static func tables(toFullRange: Bool) -> (luma: [UInt8], chroma: [UInt8]) {
        toFullRange ? (tablesToFullRange) : (tablesToLimitedRange)
    }

    private static let tablesToFullRange = (
        luma: table { (Double($0) - 16) * 255 / 219 }, chroma: table { 128 + (Double($0) - 128) * 255 / 224 }
    )
    private static let tablesToLimitedRange = (
        luma: table { 16 + Double($0) * 219 / 255 }, chroma: table { 128 + (Double($0) - 128) * 224 / 255 }
    )

    private static func table(_ value: (Int) -> Double) -> [UInt8] {
        (0...255).map { UInt8(max(0, min(value($0).rounded(), 255))) }
    }

    /// A pixel buffer's luma and chroma in memory.
    private struct Planes {
        let luma: UnsafeMutablePointer<UInt8>
        let lumaStride: Int
        let chroma: UnsafeMutablePointer<UInt8>
        let chromaStride: Int

        init?(_ buffer: CVPixelBuffer) {
            guard let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0),
                let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
            else { return nil }
            self.luma = luma.assumingMemoryBound(to: UInt8.self)
            lumaStride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
            self.chroma = chroma.assumingMemoryBound(to: UInt8.self)
            chromaStride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 1)
        }
    }

    // MARK: Turning

    private func turnPlanes(of source: CVPixelBuffer, by turn: PictureTurn, to target: CVPixelBuffer) {
        let (width, height) = (CVPixelBufferGetWidth(source), CVPixelBufferGetHeight(source))
        if let from = Planes(source), let to = Planes(target) {
            turn.copy(
                UnsafePointer(from.luma), width: width, height: height, sourceStride: from.lumaStride, to: to.luma,
                targetStride: to.lumaStride)
            let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
            // Pairs of samples stay together; rows are aligned for them.
            from.chroma.withMemoryRebound(to: UInt16.self, capacity: from.chromaStride / 2 * rows) { source in
                to.chroma.withMemoryRebound(to: UInt16.self, capacity: to.chromaStride / 2 * columns) { target in
                    turn.copy(
                        UnsafePointer(source), width: columns, height: rows, sourceStride: from.chromaStride / 2,
                        to: target, targetStride: to.chromaStride / 2)
                }
            }
        } else if let from = CVPixelBufferGetBaseAddress(source), let to = CVPixelBufferGetBaseAddress(target) {
            turn.copy(
                UnsafePointer(from.assumingMemoryBound(to: UInt32.self)), width: width, height: height,
                sourceStride: CVPixelBufferGetBytesPerRow(source) / 4, to: to.assumingMemoryBound(to: UInt32.self),
                targetStride: CVPixelBufferGetBytesPerRow(target) / 4)
        }
    }
}

/// Pixel buffers that are reused once nothing else holds them. Used by one thread.
struct PixelBufferPool {
    private var buffers: [CVPixelBuffer] = []
    /// If all buffers are in use, more are created but not kept.
    private static let mostKept = 8

    /// Returns a buffer with undefined contents; nil if there is not enough memory.
    mutating func buffer(width: Int, height: Int, format: OSType) -> CVPixelBuffer? {
        buffers.removeAll {
            CVPixelBufferGetWidth($0) != width || CVPixelBufferGetHeight($0) != height
                || CVPixelBufferGetPixelFormatType($0) != format
        }
        for index in buffers.indices where isKnownUniquelyReferenced(&buffers[index]) { return buffers[index] }
        var made: CVPixelBuffer?
        guard CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, nil, &made) == kCVReturnSuccess,
            let made
        else { return nil }
        if buffers.count < Self.mostKept { buffers.append(made) }
        return made
    }
}
