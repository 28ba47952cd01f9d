import TegataInference
import TegataKernelABI
import TegataPixels

/// Crops rotated regions from images and writes them to a network's input.
package final class TensorWarp {
    private let input: ImageInput
    private let side: Int
    private let border: WarpBorder
    private let corners: RegionCorners
    private let output: UnsafeMutableBufferPointer<Float>
    private let encoder: RowEncoder?
    private let kernels: KernelSet
    private let team: ThreadTeam
    private let colors = ColorTable()
    private let work: WarpWork
    private let job: TeamJob

    /// Creates a warp to `output`, which must have room for `side` × `side` pixels and outlive the warp. `encoder`
    /// encodes the rows that were written.
    package init(
        to output: UnsafeMutableBufferPointer<Float>, encoder: RowEncoder? = nil, side: Int,
        input: ImageInput = .unitRange, border: WarpBorder, corners: RegionCorners = .fromAngle, kernels: KernelSet,
        team: ThreadTeam
    ) {
        precondition(output.count == 3 * side * side, "wrong size of the network's input")
        self.input = input
        self.side = side
        self.border = border
        self.corners = corners
        self.output = output
        self.encoder = encoder
        self.kernels = kernels
        self.team = team
        let work = WarpWork(kernels, encoder, taskCount: team.count)
        self.work = work
        job = team.job("crop", taskCount: team.count) { work.run($0) }
    }

    /// Creates a warp like `other` that writes to the first input of a different network.
    convenience init(_ other: TensorWarp, to network: NetworkRunner) {
        self.init(
            to: network.inputs[0], encoder: network.encoder, side: other.side, input: other.input, border: other.border,
            corners: other.corners,
            kernels: other.kernels, team: other.team)
    }

    /// Fills the input with a `region` of an image. The image is first read from right to left if `isMirrored` is true,
    /// and then rotated clockwise by 0, 90, 180 or 270 degrees; the region refers to the result.
    package func run(_ image: ImageView, _ region: PixelRegion, isMirrored: Bool, turnedBy degrees: Int = 0) {
        work.arguments = arguments(image, region, isMirrored: isMirrored, turnedBy: degrees)
        team.run(job)
        work.arguments = nil
    }

    /// Fills the input using only the calling thread.
    func runAlone(_ image: ImageView, _ region: PixelRegion, isMirrored: Bool, turnedBy degrees: Int) {
        guard let arguments = arguments(image, region, isMirrored: isMirrored, turnedBy: degrees) else { return }
        work.run(arguments)
    }

    private func arguments(
        _ image: ImageView, _ region: PixelRegion, isMirrored: Bool, turnedBy degrees: Int
    ) -> WarpArguments? {
        guard let output = output.baseAddress else { return nil }
        let homography = Homography(tensorSide: side, to: region, corners: corners).turned(
            degrees: degrees, width: image.width, height: image.height)
        for index in 0..<9 { work.matrix[index] = homography.elements[index] }
        return WarpArguments(
            source: image.source(colors), matrix: work.matrix, border: border.rawValue, isMirrored: isMirrored,
            output: output,
            outputWidth: side, firstRow: 0, rowCount: side, scale: input.scale, offset: input.offset)
    }
}

/// The data that a team's threads read during a run.
private final class WarpWork: @unchecked Sendable {
    private let warp: @Sendable (UnsafePointer<WarpArguments>) -> Void
    private let encoder: RowEncoder?
    private let taskCount: Int
    let matrix: UnsafeMutablePointer<Double>
    var arguments: WarpArguments?

    init(_ kernels: KernelSet, _ encoder: RowEncoder?, taskCount: Int) {
        warp = kernels.warp
        self.encoder = encoder
        self.taskCount = taskCount
        matrix = .allocate(capacity: 9)
        matrix.initialize(repeating: 0, count: 9)
    }

    deinit {
        matrix.deallocate()
    }

    /// Fills the rows of one task.
    func run(_ task: Int) {
        guard var arguments else { return }
        let rows = arguments.rowCount
        arguments.firstRow = rows * task / taskCount
        arguments.rowCount = rows * (task + 1) / taskCount - arguments.firstRow
        run(arguments)
    }

    /// Fills rows.
    func run(_ arguments: WarpArguments) {
        var arguments = arguments
        guard let encoder else { return warp(&arguments) }
        let (end, valuesPerRow) = (arguments.firstRow + arguments.rowCount, 3 * arguments.outputWidth)
        while arguments.firstRow < end {
            arguments.rowCount = min(Self.rowsToEncode, end - arguments.firstRow)
            warp(&arguments)
            encoder.encode(from: arguments.firstRow * valuesPerRow, count: arguments.rowCount * valuesPerRow)
            arguments.firstRow += arguments.rowCount
        }
    }

    /// The number of rows that processors keep in their nearest cache.
    private static let rowsToEncode = 8
}

extension ImageView {
    /// Returns the image as the warp reads it; `table` is filled for its encoding if necessary.
    func source(_ table: ColorTable) -> PixelSource {
        guard let lumaChroma else {
            return PixelSource(
                layout: layout, width: width, height: height, pixels: planes.0, rowStride: rowStrides.0)
        }
        table.use(encoding)
        return PixelSource(
            layout: PixelSource.Layout.yuv.rawValue, width: width, height: height, pixels: lumaChroma.luma,
            rowStride: lumaChroma.lumaRowStride,
            lumaStep: lumaChroma.lumaStep, u: lumaChroma.u, v: lumaChroma.v, uRowStride: lumaChroma.uRowStride,
            vRowStride: lumaChroma.vRowStride, chromaStep: lumaChroma.chromaStep, phaseX: phaseX, phaseY: phaseY,
            chromaRowShift: lumaChroma.chromaRowShift, colorTable: table.entries)
    }

    private var layout: PixelSource.Layout {
        switch format {
        case .rgb: .rgb
        case .rgba: .rgba
        case .bgra: .bgra
        case .gray: .gray
        case .nv12, .nv21, .i420, .yuyv: .yuv
        }
    }
}
