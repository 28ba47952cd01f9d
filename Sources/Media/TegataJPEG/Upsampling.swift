import CTegataShims

/// Brings the rows of a component to the width and height of the image.
struct Upsampling {
    /// How many samples of the image there are to one of the component.
    private let horizontal: Int
    private let vertical: Int
    /// The number of samples in a row that are read.
    private let width: Int
    private let height: Int
    private let stride: Int
    /// The number of rows of a plane, which begin again behind the last one.
    private let planeHeight: Int
    /// The rows of the component above and below the row of the image, and how far that is between them.
    private var upperRow = 0
    private(set) var lowerRow = 0
    private var step: Int
    /// Weighted sums of two rows, with the first and last one twice, and room for whole vectors.
    private var sums: [UInt16]
    /// The row of the image, with room for whole vectors.
    private(set) var samples: [UInt8]

    init(_ component: Frame.Component, of frame: Frame, planeHeight: Int) {
        horizontal = frame.sampling.horizontal / component.sampling.horizontal
        vertical = frame.sampling.vertical / component.sampling.vertical
        width = (frame.width + horizontal - 1) / horizontal
        height = component.height
        stride = component.stride
        self.planeHeight = planeHeight
        step = vertical / 2
        sums = [UInt16](repeating: 0, count: width + 24)
        samples = [UInt8](repeating: 0, count: horizontal * (width + 16))
    }

    /// Computes the next row of the image.
    mutating func advance(in plane: [UInt8]) {
        let isLower = step >= vertical / 2
        let near = start(isLower ? lowerRow : upperRow)
        let far = start(isLower ? upperRow : lowerRow)
        switch (horizontal, vertical) {
        case (1, 2):
            fillSums(plane, near: near, far: far, weight: 3)
            storeSums(rounding: 2, shift: 2)
        case (2, 1):
            fillSums(plane, near: near, far: near, weight: 0)
            interpolate(rounding: 2, shift: 2)
            // MediaPipe's decoder has the weights of the last but one sample the other way round.
            if width > 1 { samples[2 * width - 2] = UInt8((3 * sums[width - 1] + sums[width] + 2) >> 2) }
        case (2, 2):
            fillSums(plane, near: near, far: far, weight: 3)
            interpolate(rounding: 8, shift: 4)
        case (1, 1): copySamples(plane, near)
        default: repeatSamples(plane, near)
        }
        step += 1
        guard step >= vertical else { return }
        step = 0
        upperRow = lowerRow
        if lowerRow + 1 < height { lowerRow += 1 }
    }

    /// The index of the first sample of a row.
    private func start(_ row: Int) -> Int { row % planeHeight * stride }

    // These check the ends of rows of whole vectors at once, because checks of each vector take a third of the time.

    /// The number of samples in the vectors of a row.
    private var wholeWidth: Int { (width + 7) / 8 * 8 }

    /// Adds `weight` times the near row to the far one.
    @inline(__always)
    private mutating func fillSums(_ plane: [UInt8], near: Int, far: Int, weight: UInt16) {
        let (width, wholeWidth, bytes) = (width, wholeWidth, unsafe plane.span.bytes)
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

    @inline(__always)
    private mutating func storeSums(rounding: UInt16, shift: UInt16) {
        let (width, wholeWidth, sums) = (width, wholeWidth, sums)
        let bytes = unsafe sums.span.bytes
        var memory = samples.mutableSpan
        var target = unsafe memory.mutableBytes
        precondition(2 * (1 + wholeWidth) <= bytes.byteCount && wholeWidth <= target.byteCount)
        var x = 0
        while x < width {
            let sum = unsafe bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: 2 &* x &+ 2, as: SIMD8<UInt16>.self)
            let row = tegata_lower_bytes((sum &+ rounding) &>> shift)
            unsafe target.storeBytes(of: row, toUncheckedByteOffset: x, as: SIMD8<UInt8>.self)
            x &+= 8
        }
    }

    /// Computes two samples from each sum and its neighbours.
    @inline(__always)
    private mutating func interpolate(rounding: UInt16, shift: UInt16) {
        let (width, wholeWidth, sums) = (width, wholeWidth, sums)
        let bytes = unsafe sums.span.bytes
        var memory = samples.mutableSpan
        var target = unsafe memory.mutableBytes
        precondition(2 * (2 + wholeWidth) <= bytes.byteCount && 2 * wholeWidth <= target.byteCount)
        var x = 0
        while x < width {
            let left = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: 2 &* x, as: SIMD8<UInt16>.self)
            let middle = unsafe bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: 2 &* x &+ 2, as: SIMD8<UInt16>.self)
            let right = unsafe bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: 2 &* x &+ 4, as: SIMD8<UInt16>.self)
            let weighted = middle &* 3 &+ rounding
            let both = tegata_interleaved_bytes((weighted &+ left) &>> shift, (weighted &+ right) &>> shift)
            unsafe target.storeBytes(of: both, toUncheckedByteOffset: 2 &* x, as: SIMD16<UInt8>.self)
            x &+= 8
        }
    }

    @inline(__always)
    private mutating func copySamples(_ plane: [UInt8], _ start: Int) {
        let (width, wholeWidth, bytes) = (width, wholeWidth, unsafe plane.span.bytes)
        var memory = samples.mutableSpan
        var target = unsafe memory.mutableBytes
        precondition(start >= 0 && start + wholeWidth <= bytes.byteCount && wholeWidth <= target.byteCount)
        var x = 0
        while x < width {
            let row = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ x, as: SIMD8<UInt8>.self)
            unsafe target.storeBytes(of: row, toUncheckedByteOffset: x, as: SIMD8<UInt8>.self)
            x &+= 8
        }
    }

    private mutating func repeatSamples(_ plane: [UInt8], _ start: Int) {
        for x in 0..<width {
            for offset in 0..<horizontal { samples[horizontal * x + offset] = plane[start + x] }
        }
    }
}
