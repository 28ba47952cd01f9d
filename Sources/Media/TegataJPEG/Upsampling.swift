import CTegataShims

/// Scales the rows of a component to the width and height of the image.
struct Upsampling {
    /// The number of image samples for each component sample.
    private let horizontal: Int
    private let vertical: Int
    /// The number of samples that are read in a row.
    private let width: Int
    private let height: Int
    private let stride: Int
    /// The index of the first sample of the plane.
    private let planeStart: Int
    /// The number of rows in the plane; after the last one, rows start again at the first.
    private let planeHeight: Int
    /// The component rows above and below the image row, and how far it lies between them.
    private var upperRow = 0
    private(set) var lowerRow = 0
    private var step: Int

    init(_ component: Frame.Component, of frame: Frame, planeStart: Int, planeHeight: Int) {
        horizontal = frame.sampling.horizontal / component.sampling.horizontal
        vertical = frame.sampling.vertical / component.sampling.vertical
        width = (frame.width + horizontal - 1) / horizontal
        height = component.height
        stride = component.stride
        self.planeStart = planeStart
        self.planeHeight = planeHeight
        step = vertical / 2
    }

    /// The length of a row, which has room for whole vectors after its last samples.
    static func lineWidth(of frame: Frame) -> Int { frame.width + 64 }

    /// Weighted sums of two component rows; the first and last sums are repeated.
    typealias Sums = [UInt16]

    /// Computes the next row of the image, and writes it to a line at an index.
    mutating func advance(in planes: [UInt8], _ sums: inout Sums, to line: inout [UInt8], at index: Int) {
        let isLower = step >= vertical / 2
        let near = start(isLower ? lowerRow : upperRow)
        let far = start(isLower ? upperRow : lowerRow)
        switch (horizontal, vertical) {
        case (1, 1): copySamples(planes, near, to: &line, index)
        case (1, 2):
            fill(&sums, planes, near: near, far: far, weight: 3)
            store(sums, to: &line, index)
        case (2, 1):
            fill(&sums, planes, near: near, far: near, weight: 0)
            interpolate(sums, rounding: 2, shift: 2, to: &line, index)
            // MediaPipe's decoder swaps the weights for the second-to-last sample.
            if width > 1 { line[index + 2 * width - 2] = UInt8((3 * sums[width - 1] + sums[width] + 2) >> 2) }
        case (2, 2):
            fill(&sums, planes, near: near, far: far, weight: 3)
            interpolate(sums, rounding: 8, shift: 4, to: &line, index)
        default: repeatSamples(planes, near, to: &line, index)
        }
        step += 1
        guard step >= vertical else { return }
        step = 0
        upperRow = lowerRow
        if lowerRow + 1 < height { lowerRow += 1 }
    }

    /// The index of the first sample of a row.
    private func start(_ row: Int) -> Int { planeStart + row % planeHeight * stride }

    // These check the bounds of a whole row once, because checking each vector would take a third of the time.

    /// The number of samples in the vectors of a row.
    private var wholeWidth: Int { (width + 7) / 8 * 8 }

    /// Computes the far row plus `weight` times the near row.
    @inline(__always)
    private func fill(_ sums: inout Sums, _ planes: [UInt8], near: Int, far: Int, weight: UInt16) {
        let bytes = unsafe planes.span.bytes
        precondition(min(near, far) >= 0 && max(near, far) + wholeWidth <= bytes.byteCount)
        do {
            var memory = sums.mutableSpan
            var target = unsafe memory.mutableBytes
            precondition(2 * (1 + wholeWidth) <= target.byteCount)
            var x = 0
            while x < width {
                let nearest = unsafe bytes.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: near &+ x, as: SIMD8<UInt8>.self)
                let farther = unsafe bytes.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: far &+ x, as: SIMD8<UInt8>.self)
                let sum = tegata_widened_bytes(nearest) &* weight &+ tegata_widened_bytes(farther)
                unsafe target.storeBytes(of: sum, toUncheckedByteOffset: 2 &* x &+ 2, as: SIMD8<UInt16>.self)
                x &+= 8
            }
        }
        sums[0] = sums[1]
        sums[width + 1] = sums[width]
    }

    /// Computes a sample from each sum.
    @inline(__always)
    private func store(_ sums: Sums, to line: inout [UInt8], _ index: Int) {
        let bytes = unsafe sums.span.bytes
        var memory = line.mutableSpan
        var target = unsafe memory.mutableBytes
        precondition(2 * (1 + wholeWidth) <= bytes.byteCount && index >= 0 && index + wholeWidth <= target.byteCount)
        var x = 0
        while x < width {
            let sum = unsafe bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: 2 &* x &+ 2, as: SIMD8<UInt16>.self)
            let row = tegata_lower_bytes((sum &+ 2) &>> 2)
            unsafe target.storeBytes(of: row, toUncheckedByteOffset: index &+ x, as: SIMD8<UInt8>.self)
            x &+= 8
        }
    }

    /// Computes two samples from each sum and its neighbours.
    @inline(__always)
    private func interpolate(
        _ sums: Sums, rounding: UInt16, shift: UInt16, to line: inout [UInt8], _ index: Int
    ) {
        let bytes = unsafe sums.span.bytes
        var memory = line.mutableSpan
        var target = unsafe memory.mutableBytes
        precondition(2 * (2 + wholeWidth) <= bytes.byteCount && index >= 0)
        precondition(index + 2 * wholeWidth <= target.byteCount)
        var x = 0
        while x < width {
            let left = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 2 &* x, as: SIMD8<UInt16>.self)
            let middle = unsafe bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: 2 &* x &+ 2, as: SIMD8<UInt16>.self)
            let right = unsafe bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: 2 &* x &+ 4, as: SIMD8<UInt16>.self)
            let weighted = middle &* 3 &+ rounding
            let both = tegata_interleaved_bytes((weighted &+ left) &>> shift, (weighted &+ right) &>> shift)
            unsafe target.storeBytes(of: both, toUncheckedByteOffset: index &+ 2 &* x, as: SIMD16<UInt8>.self)
            x &+= 8
        }
    }

    @inline(__always)
    private func copySamples(_ planes: [UInt8], _ start: Int, to line: inout [UInt8], _ index: Int) {
        let bytes = unsafe planes.span.bytes
        var memory = line.mutableSpan
        var target = unsafe memory.mutableBytes
        precondition(start >= 0 && start + wholeWidth <= bytes.byteCount)
        precondition(index >= 0 && index + wholeWidth <= target.byteCount)
        var x = 0
        while x < width {
            let row = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ x, as: SIMD8<UInt8>.self)
            unsafe target.storeBytes(of: row, toUncheckedByteOffset: index &+ x, as: SIMD8<UInt8>.self)
            x &+= 8
        }
    }

    private func repeatSamples(_ planes: [UInt8], _ start: Int, to line: inout [UInt8], _ index: Int) {
        for x in 0..<width {
            for offset in 0..<horizontal { line[index + horizontal * x + offset] = planes[start + x] }
        }
    }
}
