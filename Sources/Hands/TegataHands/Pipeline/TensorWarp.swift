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
    private let kernels: KernelSet
    private let team: ThreadTeam
    private let colors = ColorTable()
    private let work: WarpWork
    private let job: TeamJob

    /// Creates a warp to `output`, which must have room for `side` × `side` pixels and outlive the warp.
    package init(
        to output: UnsafeMutableBufferPointer<Float>, side: Int, input: ImageInput = .unitRange, border: WarpBorder,
        corners: RegionCorners = .fromAngle, kernels: KernelSet, team: ThreadTeam
    ) {
        precondition(output.count == 3 * side * side, "wrong size of the network's input")
        self.input = input
        self.side = side
        self.border = border
        self.corners = corners
        self.output = output
        self.kernels = kernels
        self.team = team
        let work = WarpWork(kernels, taskCount: team.count)
        self.work = work
        job = TeamJob(taskCount: team.count) { work.run($0) }
    }

    /// Creates a warp like `other` that writes to a different input.
    convenience init(_ other: TensorWarp, to output: UnsafeMutableBufferPointer<Float>) {
        self.init(
            to: output, side: other.side, input: other.input, border: other.border, corners: other.corners,
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
        guard var arguments = arguments(image, region, isMirrored: isMirrored, turnedBy: degrees) else { return }
        kernels.warp(&arguments)
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
    private let taskCount: Int
    let matrix: UnsafeMutablePointer<Double>
    var arguments: WarpArguments?

    init(_ kernels: KernelSet, taskCount: Int) {
        warp = kernels.warp
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
        warp(&arguments)
    }
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
